import { useEffect } from 'react';
import { editingChannel } from '#contract/editing.ts';
import { useRealtime } from './realtime.ts';

/** Milliseconds after which something counts as unsaved: a form that follows another record is so for a moment. */
const SETTLES_IN = 300;

/**
 * Says to the server that something unsaved stands here in the form of a record: the person is told when somebody else
 * changes it. An untouched form follows by itself.
 */
export const useEditing = (resource: string, id: number, isUnsaved: boolean): void => {
  const realtime = useRealtime();
  const channel = isUnsaved ? editingChannel(resource, id) : null;
  useEffect(() => {
    if (channel === null) return undefined;
    let leave = (): void => undefined;
    const timer = setTimeout(() => {
      leave = realtime.join(channel);
    }, SETTLES_IN);
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [realtime, channel]);
};
