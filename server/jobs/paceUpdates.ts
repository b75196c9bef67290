import { setTimeout as delay } from 'node:timers/promises';

interface RunUpdate<Item, Counts> {
  progress: number;
  items: Item[];
  counts: Counts | undefined;
}

/** Combines updates of a run, because one event per log line would overload the page. */
export interface PacedUpdates<Item, Counts> {
  update: (progress: number, items: readonly Item[], counts?: Counts) => void;
  flush: () => Promise<void>;
  end: () => void;
}

/** Minimum and maximum interval between events, in ms (contract 3: 100 and 500). */
const MIN_INTERVAL_MS = 100;
const MAX_INTERVAL_MS = 400;
const TICK_MS = 50;

export const paceUpdates = <Item, Counts>(
  send: (update: RunUpdate<Item, Counts>) => void,
): PacedUpdates<Item, Counts> => {
  let items: Item[] = [];
  let progress = 0;
  let counts: Counts | undefined;
  let sentAt = performance.now();
  let hasNews = false;

  const sendNow = () => {
    const update = { progress, items, counts };
    items = [];
    hasNews = false;
    sentAt = performance.now();
    send(update);
  };
  const timer = setInterval(() => {
    const age = performance.now() - sentAt;
    if (age >= MAX_INTERVAL_MS || (hasNews && age >= MIN_INTERVAL_MS)) sendNow();
  }, TICK_MS).unref();

  return {
    update: (now, addedItems, newCounts) => {
      progress = Math.max(progress, now);
      counts = newCounts ?? counts;
      items.push(...addedItems);
      hasNews = true;
    },
    flush: async () => {
      const wait = Math.ceil(MIN_INTERVAL_MS - (performance.now() - sentAt));
      if (hasNews && wait > 0) await delay(wait + 1);
      if (hasNews) sendNow();
    },
    end: () => clearInterval(timer),
  };
};
