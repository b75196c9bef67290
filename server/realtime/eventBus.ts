import type { EventName, EventPayload } from '#contract/events.ts';
import type { RunKind } from '../db/runsSchema.ts';

/**
 * `missed` is a gap in which messages were lost; `waitingRun` is one that a worker may take at once; `callsOf` a user
 * count towards the limit of calls on the other processes too; `totalOf` a filter took so many ms to count.
 */
export type BusMessage =
  | { [E in EventName]: { channel: string; event: E; payload: EventPayload<E> } }[EventName]
  | { endedSession: string }
  | { rightsOf: 'anybody' }
  | { waitingRun: RunKind }
  | { callsOf: number; calls: number; countedBy: string }
  | { totalOf: string; total: number; took: number; countedBy: string }
  | { missed: 'anything' };

/** Decouples writers from the sockets and from other server processes. */
export interface Realtime {
  emit: <E extends EventName>(channel: string, event: E, payload: EventPayload<E>) => void;
  /** Announces the end of a session, so that its sockets are closed on every process. */
  endSession: (sessionId: string) => void;
  /** Announces that permissions changed, so that all subscriptions are checked again. */
  reviewRights: () => void;
  send: (message: BusMessage) => void;
  listen: (listener: (message: BusMessage) => void) => () => void;
}

const throwLater = (error: unknown): void =>
  queueMicrotask(() => {
    throw error;
  });

/** @param onError gets the error of a listener, which keeps a message neither from the others nor from its sender */
export const createEventBus = (onError: (error: unknown) => void = throwLater): Realtime => {
  const listeners = new Set<(message: BusMessage) => void>();
  const send = (message: BusMessage) => {
    for (const listener of listeners)
      try {
        listener(message);
      } catch (error) {
        onError(error);
      }
  };
  return {
    emit: (channel, event, payload) => send({ channel, event, payload } as BusMessage),
    endSession: endedSession => send({ endedSession }),
    reviewRights: () => send({ rightsOf: 'anybody' }),
    send,
    listen: listener => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
