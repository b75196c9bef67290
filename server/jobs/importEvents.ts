import { setTimeout as delay } from 'node:timers/promises';
import { channels, type EventName, type EventPayload } from '#contract/events.ts';
import type { ImportCounts, LogItem } from '#contract/importing.ts';
import type { Deps } from '../deps.ts';

/** The events of a run that only say something. */
type Said = Exclude<Extract<EventName, `IMPORT_${string}`>, 'IMPORT_UPDATE'>;

/** Tells of a run in its starter's channel; the hub's sockets pass it on to whoever may import. */
export interface Announcer {
  say: (event: Said, message: string) => void;
  /** Takes note of progress, log lines and counts; they leave together with what else comes within a tick. */
  update: (progress: number, items: readonly LogItem[], counts?: ImportCounts) => void;
  /** Sends what is left, not sooner after the last event than it may. */
  flush: () => Promise<void>;
  end: () => void;
}

/** IMPORT_UPDATE comes at most this often and at least this often (contract 3: 100 and 500), in ms. */
const SHORTEST = 100;
const LONGEST = 400;
const TICK = 50;

/** Begins to tell of a run. */
export const announcer = ({ realtime }: Pick<Deps, 'realtime'>, runId: number, userId: number): Announcer => {
  const channel = channels.user(userId);
  let items: LogItem[] = [];
  let progress = 0;
  let counts: ImportCounts | undefined;
  let sentAt = performance.now();
  let isNews = false;

  const send = () => {
    const payload: EventPayload<'IMPORT_UPDATE'> = {
      run_id: runId,
      progress,
      stepItems: items,
      ...(counts && { counts }),
    };
    items = [];
    isNews = false;
    sentAt = performance.now();
    realtime.emit(channel, 'IMPORT_UPDATE', payload);
  };
  const timer = setInterval(() => {
    const age = performance.now() - sentAt;
    if (age >= LONGEST || (isNews && age >= SHORTEST)) send();
  }, TICK).unref();

  return {
    say: (event, message) => realtime.emit(channel, event, { run_id: runId, message }),
    update: (now, added, counted) => {
      progress = Math.max(progress, now);
      counts = counted ?? counts;
      items.push(...added);
      isNews = true;
    },
    flush: async () => {
      const wait = Math.ceil(SHORTEST - (performance.now() - sentAt));
      if (isNews && wait > 0) await delay(wait + 1);
      if (isNews) send();
    },
    end: () => clearInterval(timer),
  };
};
