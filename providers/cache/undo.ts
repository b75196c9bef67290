import type { QueryClient } from '@tanstack/react-query';
import { useService } from '../ServicesContext.ts';

type UndoableMutation = (options: { isUndo: boolean }) => void;

/**
 * A mutation that is held back while its notice is visible. The first call of either function settles the mutation;
 * further calls have no effect.
 */
export interface PendingMutation {
  send: () => void;
  undo: () => void;
}

/**
 * How long, in ms, signing out waits for writes of this page: as long as a server that responds needs. A stalled
 * connection or an upload of minutes must not keep a session open that its person believes to have ended.
 */
const FLUSH_LIMIT_MS = 5000;

export interface UndoQueue {
  enqueue: (mutation: UndoableMutation) => void;
  dequeue: () => PendingMutation | undefined;
  /** Sends what is held. Resolves once the page's writes are answered, or after `FLUSH_LIMIT_MS`. */
  flush: () => Promise<void>;
  /** True while the page unloads, so requests sent now must outlive it (`keepalive`). */
  isUnloading: () => boolean;
}

/**
 * Holds undoable mutations until their notices close, and sends them when the page unloads. Replaces react-admin's
 * queue, which is kept in React state and returns the same mutation twice if two notices open in one tick.
 */
export const createUndoQueue = (page: EventTarget, client: Pick<QueryClient, 'isMutating' | 'getMutationCache'>) => {
  const announced: PendingMutation[] = [];
  const pendingMutations = new Set<PendingMutation>();
  let isUnloading = false;

  const hold = (mutation: UndoableMutation): PendingMutation => {
    const end = (isUndo: boolean) => (): void => {
      if (pendingMutations.delete(write)) mutation({ isUndo });
    };
    const write = { send: end(false), undo: end(true) };
    pendingMutations.add(write);
    return write;
  };
  const send = (): void => {
    for (const write of pendingMutations) write.send();
  };
  page.addEventListener('pagehide', () => {
    isUnloading = true;
    send();
  });
  // Reset, because the page may be restored from the back/forward cache.
  page.addEventListener('pageshow', () => {
    isUnloading = false;
  });

  const queue: UndoQueue = {
    enqueue: mutation => void announced.push(hold(mutation)),
    dequeue: () => announced.shift(),
    flush: () => {
      send();
      return waitUntilSettled(client, FLUSH_LIMIT_MS);
    },
    isUnloading: () => isUnloading,
  };
  return queue;
};

const waitUntilSettled = (client: Pick<QueryClient, 'isMutating' | 'getMutationCache'>, limitMs: number) =>
  new Promise<void>(done => {
    const finish = (): void => {
      end();
      clearTimeout(timer);
      done();
    };
    const check = (): void => void (client.isMutating() === 0 && finish());
    const timer = setTimeout(finish, limitMs);
    const end = client.getMutationCache().subscribe(check);
    check();
  });

export const useUndoQueue = (): UndoQueue => useService('undo');
