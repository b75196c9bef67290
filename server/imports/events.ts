import { channels, type EventName } from '#contract/events.ts';
import type { ImportCounts, LogItem } from '#contract/importing.ts';
import type { Deps } from '../http/deps.ts';
import { type Paced, paced } from '../jobs/paced.ts';

/** The events of a run that only say something. */
type Said = Exclude<Extract<EventName, `IMPORT_${string}`>, 'IMPORT_UPDATE'>;

/** Tells of a run in its starter's channel; the hub's sockets pass it on to whoever may import. */
export interface Announcer extends Paced<LogItem, ImportCounts> {
  say: (event: Said, message: string) => void;
}

/** Begins to tell of a run. */
export const announcer = ({ realtime }: Pick<Deps, 'realtime'>, runId: number, userId: number): Announcer => {
  const channel = channels.user(userId);
  const updates = paced<LogItem, ImportCounts>(({ progress, items, counts }) =>
    realtime.emit(channel, 'IMPORT_UPDATE', {
      run_id: runId,
      progress,
      stepItems: items,
      ...(counts && { counts }),
    }),
  );
  return { ...updates, say: (event, message) => realtime.emit(channel, event, { run_id: runId, message }) };
};
