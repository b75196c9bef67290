import { useEffect } from 'react';
import { getEditingChannel } from '#contract/editing.ts';
import { useRealtime } from './realtime.ts';

/**
 * How long a form must stay dirty to count as edited, in ms. A form that switches to another record is briefly dirty.
 */
const SETTLE_DELAY_MS = 300;

/**
 * Announces that a form has unsaved changes, so that the server notifies this user when somebody else saves the record.
 * A form without changes needs no notice, because it updates itself.
 */
export const useEditingPresence = (resource: string, id: number, isUnsaved: boolean): void => {
  const realtime = useRealtime();
  const channel = isUnsaved ? getEditingChannel(resource, id) : null;
  useEffect(() => {
    if (channel === null) return undefined;
    let leave = (): void => undefined;
    const timer = setTimeout(() => {
      leave = realtime.join(channel);
    }, SETTLE_DELAY_MS);
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [realtime, channel]);
};
