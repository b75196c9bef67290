import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, openSocket, signInAt } from './seat.ts';

/** Durations in ms, and what failed. */
export interface Samples {
  list: number[];
  record: number[];
  search: number[];
  save: number[];
  /** From sending a save to its arrival in the window of somebody at another process. */
  arrival: number[];
  errors: string[];
}

export const createSamples = (): Samples => ({ list: [], record: [], search: [], save: [], arrival: [], errors: [] });

/** Saves that are on their way to other windows: the product, and when and at which process it was saved. */
export type Saves = Map<number, { at: number; origin: string }>;

export interface Person {
  /** Works until the signal, with pauses as people make them. */
  work: (samples: Samples, signal: AbortSignal) => Promise<void>;
  /** Measures how long the saves of people at other processes take to arrive. */
  observe: (samples: Samples) => void;
  leave: () => void;
}

/** Mean pause between two actions, in ms. */
const PAUSE_MS = 8000;
const WORDS = ['латте', 'кофе', 'молоко', 'конфеты', 'овсяном', 'сок', 'печенье', 'чай'];
const LISTS = [
  'sort=name',
  'sort=updated_at&order=desc',
  'sort=price&order=desc',
  'status=draft&sort=name',
  'picture_empty=true&sort=name',
];

const pickBelow = (count: number): number => Math.floor(Math.random() * count);
const pickFrom = (values: readonly string[]): string => values[pickBelow(values.length)] ?? '';

type Kind = 'list' | 'record' | 'search' | 'save';
type Action = readonly [share: number, kind: Kind, act: () => Promise<unknown>];

const listActions = (call: Call, products: number, save: () => Promise<unknown>): readonly Action[] => [
  [0.55, 'list', () => call('GET', `/products?per_page=25&page=${1 + pickBelow(4)}&${pickFrom(LISTS)}`)],
  [0.65, 'list', () => call('GET', `/products?per_page=25&search=${pickFrom(WORDS)}`)],
  [0.8, 'record', () => call('GET', `/products/${1 + pickBelow(products)}`)],
  [0.85, 'search', () => call('GET', `/search?query=${pickFrom(WORDS)}`)],
  [1, 'save', save],
];

interface PersonOptions {
  origin: string;
  email: string;
  address: string;
  products: number;
  saves: Saves;
}

export const createPerson = async ({ origin, email, address, products, saves }: PersonOptions): Promise<Person> => {
  const seat = { origin: () => origin, address };
  const call = await signInAt(seat, email);
  const socket = await openSocket(seat, call);
  const actions = listActions(call, products, async () => {
    const id = 1 + pickBelow(products);
    const { version } = (await call('GET', `/products/${id}`)) as { version: number };
    saves.set(id, { at: performance.now(), origin });
    await call('PUT', `/products/${id}`, { weight: (1000 + pickBelow(5000)) / 1000, version });
  });
  return {
    work: async (samples, signal) => {
      while (!signal.aborted) {
        await sleep(Math.random() * 2 * PAUSE_MS, undefined, { signal }).catch(() => undefined);
        const chance = Math.random();
        const action = actions.find(([share]) => chance < share);
        if (signal.aborted || !action) return;
        await measure(action, samples);
      }
    },
    observe: samples => {
      socket.off('RECORDS_CHANGE').on('RECORDS_CHANGE', ({ ids }: { ids: number[] | null }) => {
        for (const id of ids ?? []) {
          const saved = saves.get(id);
          if (saved && saved.origin !== origin) samples.arrival.push(performance.now() - saved.at);
        }
      });
    },
    leave: () => void socket.disconnect(),
  };
};

const measure = async ([, kind, act]: Action, samples: Samples): Promise<void> => {
  const startedAt = performance.now();
  try {
    await act();
    samples[kind].push(performance.now() - startedAt);
  } catch (error) {
    samples.errors.push(error instanceof Error ? error.message : String(error));
  }
};
