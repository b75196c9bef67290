import { useEffect } from 'react';
import { editingChannel } from '#contract/editing.ts';
import { useRealtime } from './realtime.ts';

/** Milliseconds after which something counts as unsaved: a form that switches to another record looks changed for a moment. */
const SETTLES_IN = 300;

/**
 * Announces to the server that the form of a record has unsaved changes, so that the person is notified when somebody
 * else changes it. An untouched form needs no notice: it updates by itself.
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
