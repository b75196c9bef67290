import { setTimeout as sleep } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import { CallError, openSocket, type Seat, signInAt } from './seat.ts';

/** Between two actions, in ms. */
const PAUSE_MS = 1000;
const RECONNECT_MS = 1000;

export interface Witness {
  saves: number;
  /** Answers that were no success, by what they were. */
  refusals: Map<string, number>;
  signOuts: number;
  /** What was acknowledged and is not there any more. */
  losses: string[];
}

interface Product {
  version: number;
  weight: number;
}

export interface ChaosPerson {
  work: (witness: Witness, signal: AbortSignal) => Promise<void>;
  /** Whether a call is answered and the socket is open. */
  isBack: () => Promise<boolean>;
  leave: () => void;
}

/**
 * Saves a product that nobody else writes, again and again, and remembers what was acknowledged.
 * @param id of the product
 */
export const createChaosPerson = async (seat: Seat, email: string, id: number): Promise<ChaosPerson> => {
  const call = await signInAt(seat, email);
  const read = () => call('GET', `/products/${id}`) as Promise<Product>;
  const leaving = new AbortController();
  const socket = keepSocket(() => openSocket(seat, call), leaving.signal);
  let acknowledged: Product = await read();
  const act = async (witness: Witness): Promise<void> => {
    const stored = await read();
    const { version } = stored;
    const loss = findLoss(acknowledged, stored);
    if (loss) witness.losses.push(`product ${id}: ${loss}`);
    const weight = (1000 + Math.floor(Math.random() * 5000)) / 1000;
    acknowledged = (await call('PUT', `/products/${id}`, { weight, version })) as Product;
    witness.saves += 1;
  };
  return {
    work: async (witness, signal) => {
      while (!signal.aborted) {
        await sleep(Math.random() * 2 * PAUSE_MS);
        await act(witness).catch((error: unknown) => noteRefusal(witness, error));
      }
    },
    isBack: async () => socket.isOpen() && (await read().then(Boolean, () => false)),
    leave: () => leaving.abort(),
  };
};

/** A save without an answer may have been written, which is a later version. */
const findLoss = (acknowledged: Product, stored: Product): string | null => {
  const isThere =
    stored.version > acknowledged.version ||
    (stored.version === acknowledged.version && stored.weight === acknowledged.weight);
  const describe = ({ version, weight }: Product) => `version ${version} with ${weight} kg`;
  return isThere ? null : `${describe(acknowledged)} was acknowledged, ${describe(stored)} is there`;
};

const noteRefusal = (witness: Witness, error: unknown): void => {
  const kind =
    error instanceof CallError ? String(error.status) : ((error as NodeJS.ErrnoException).code ?? 'no answer');
  witness.refusals.set(kind, (witness.refusals.get(kind) ?? 0) + 1);
  if (kind === '401') witness.signOuts += 1;
};

/** A socket that is opened again when it is lost. */
const keepSocket = (open: () => Promise<Socket>, signal: AbortSignal) => {
  let socket: Socket | null = null;
  const keep = async () => {
    while (!signal.aborted) {
      if (!socket?.connected) socket = await open().catch(() => null);
      await sleep(RECONNECT_MS);
    }
    socket?.disconnect();
  };
  void keep();
  return { isOpen: () => socket?.connected ?? false };
};
