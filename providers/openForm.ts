import { useEffect } from 'react';
import { editingChannel } from '#contract/editing.ts';
import { useRealtime } from './realtime.ts';

/** Says to the server that the form of a record is open here: the person is told when somebody else changes it. */
export const useOpenForm = (resource: string, id: number): void => {
  const realtime = useRealtime();
  const channel = editingChannel(resource, id);
  useEffect(() => (channel === null ? undefined : realtime.join(channel)), [realtime, channel]);
};
