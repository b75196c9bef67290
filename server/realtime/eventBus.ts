import type { EventName, EventPayload } from '#contract/events.ts';

/**
 * A message on the bus: a channel event, the end of a session, a permission change, or a gap in which messages were
 * lost.
 */
export type Message =
  | { [E in EventName]: { channel: string; event: E; payload: EventPayload<E> } }[EventName]
  | { endedSession: string }
  | { rightsOf: 'anybody' }
  | { missed: 'anything' };

/** The server's event bus. It decouples writers from the sockets and from other server processes. */
export interface Realtime {
  /** Sends an event to a channel. It is not kept for later subscribers. */
  emit: <E extends EventName>(channel: string, event: E, payload: EventPayload<E>) => void;
  /** Announces the end of a session, so that its sockets are closed on every process. */
  endSession: (sessionId: string) => void;
  /** Announces that permissions changed, so that all subscriptions are checked again. */
  reviewRights: () => void;
  /** Sends a message as is; used to relay messages of other processes. */
  send: (message: Message) => void;
  listen: (listener: (message: Message) => void) => () => void;
}

export const createEventBus = (): Realtime => {
  const listeners = new Set<(message: Message) => void>();
  const send = (message: Message) => {
    for (const listener of listeners) listener(message);
  };
  return {
    emit: (channel, event, payload) => send({ channel, event, payload } as Message),
    endSession: endedSession => send({ endedSession }),
    reviewRights: () => send({ rightsOf: 'anybody' }),
    send,
    listen: listener => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
