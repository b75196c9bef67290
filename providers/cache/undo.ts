import type { QueryClient } from '@tanstack/react-query';
import { useService } from '../ServicesContext.ts';

/** A write that react-admin has drawn already and not sent yet. */
type UndoableMutation = (how: { isUndo: boolean }) => void;

/** A write that a notice holds back; one of the two ends it, and whatever comes after does nothing. */
export interface HeldWrite {
  send: () => void;
  undo: () => void;
}

/** The writes that may still be undone. */
export interface UndoQueue {
  /** Takes a write whose notice is to follow. */
  add: (mutation: UndoableMutation) => void;
  /** The write that the oldest notice not yet shown is about. */
  take: () => HeldWrite | undefined;
  /** Sends every write that is held back; resolved once those under way are answered. */
  sendAll: () => Promise<void>;
  /** Whether the page is going: what is sent now has to outlive it. */
  isLeaving: () => boolean;
}

/**
 * Keeps undoable writes until their notices go, and sends them when the page does. react-admin's own queue is React
 * state, which gives one write twice where two notices come in one tick.
 */
export const createUndoQueue = (page: EventTarget, client: Pick<QueryClient, 'isMutating' | 'getMutationCache'>) => {
  const announced: HeldWrite[] = [];
  const held = new Set<HeldWrite>();
  let isLeaving = false;

  const hold = (mutation: UndoableMutation): HeldWrite => {
    const end = (isUndo: boolean) => (): void => {
      if (held.delete(write)) mutation({ isUndo });
    };
    const write = { send: end(false), undo: end(true) };
    held.add(write);
    return write;
  };
  const send = (): void => {
    for (const write of held) write.send();
  };
  page.addEventListener('pagehide', () => {
    isLeaving = true;
    send();
  });
  // A page may come back from the browser's memory.
  page.addEventListener('pageshow', () => {
    isLeaving = false;
  });

  const queue: UndoQueue = {
    add: mutation => void announced.push(hold(mutation)),
    take: () => announced.shift(),
    sendAll: () => {
      send();
      return answered(client);
    },
    isLeaving: () => isLeaving,
  };
  return queue;
};

/** Resolved when no write is under way. */
const answered = (client: Pick<QueryClient, 'isMutating' | 'getMutationCache'>): Promise<void> =>
  new Promise(done => {
    const check = (): void => {
      if (client.isMutating() > 0) return;
      end();
      done();
    };
    const end = client.getMutationCache().subscribe(check);
    check();
  });

/** The writes that may still be undone. */
export const useUndoQueue = (): UndoQueue => useService('undo');
