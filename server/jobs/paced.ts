import { setTimeout as delay } from 'node:timers/promises';

/** How far a run is: progress, log lines, counts. */
interface Update<Item, Counts> {
  progress: number;
  items: Item[];
  counts: Counts | undefined;
}

/** Tells of a run's updates, many in one. */
export interface Paced<Item, Counts> {
  /** Takes note of progress, log lines and counts; they leave together with what else comes within a tick. */
  update: (progress: number, items: readonly Item[], counts?: Counts) => void;
  /** Sends what is left, not sooner after the last event than it may. */
  flush: () => Promise<void>;
  end: () => void;
}

/** An update comes at most this often and at least this often (contract 3: 100 and 500), in ms. */
const SHORTEST = 100;
const LONGEST = 400;
const TICK = 50;

/** Begins to send updates, until its end. */
export const paced = <Item, Counts>(send: (update: Update<Item, Counts>) => void): Paced<Item, Counts> => {
  let items: Item[] = [];
  let progress = 0;
  let counts: Counts | undefined;
  let sentAt = performance.now();
  let isNews = false;

  const sendNow = () => {
    const update = { progress, items, counts };
    items = [];
    isNews = false;
    sentAt = performance.now();
    send(update);
  };
  const timer = setInterval(() => {
    const age = performance.now() - sentAt;
    if (age >= LONGEST || (isNews && age >= SHORTEST)) sendNow();
  }, TICK).unref();

  return {
    update: (now, added, counted) => {
      progress = Math.max(progress, now);
      counts = counted ?? counts;
      items.push(...added);
      isNews = true;
    },
    flush: async () => {
      const wait = Math.ceil(SHORTEST - (performance.now() - sentAt));
      if (isNews && wait > 0) await delay(wait + 1);
      if (isNews) sendNow();
    },
    end: () => clearInterval(timer),
  };
};
