import { channels, type EventName } from '#contract/events.ts';
import type { ImportRunCounts, LogItem } from '#contract/importing.ts';
import type { ServerDeps } from '../http/deps.ts';
import { type PacedUpdates, paceUpdates } from '../jobs/paceUpdates.ts';

type MessageEventName = Exclude<Extract<EventName, `IMPORT_${string}`>, 'IMPORT_UPDATE'>;

/**
 * Publishes events on the channel of the user who started the run. Sockets forward these events to everyone who may
 * import.
 */
export interface Announcer extends PacedUpdates<LogItem, ImportRunCounts> {
  emit: (event: MessageEventName, message: string) => void;
}

export const createAnnouncer = (
  { realtime }: Pick<ServerDeps, 'realtime'>,
  runId: number,
  userId: number,
): Announcer => {
  const channel = channels.user(userId);
  const updates = paceUpdates<LogItem, ImportRunCounts>(({ progress, items, counts }) =>
    realtime.emit(channel, 'IMPORT_UPDATE', {
      run_id: runId,
      progress,
      stepItems: items,
      ...(counts && { counts }),
    }),
  );
  return { ...updates, emit: (event, message) => realtime.emit(channel, event, { run_id: runId, message }) };
};
