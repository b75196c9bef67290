import type { EventName, EventPayload } from '#contract/events.ts';

/** A message on the bus: an event for a channel, the end of a session, changed permissions, or a gap in which messages were lost. */
export type Message =
  | { [E in EventName]: { channel: string; event: E; payload: EventPayload<E> } }[EventName]
  | { endedSession: string }
  | { rightsOf: 'anybody' }
  | { missed: 'anything' };

/** The event bus of the server: writers send, the sockets and the other processes listen. */
export interface Realtime {
  /** Sends an event to a channel, whether or not anybody listens. */
  emit: <E extends EventName>(channel: string, event: E, payload: EventPayload<E>) => void;
  /** Announces the end of a session, which closes its sockets. */
  endSession: (sessionId: string) => void;
  /** Announces that somebody's permissions changed, so that every socket's channels are checked again. */
  reviewRights: () => void;
  /** Sends any message; used for those of other processes. */
  send: (message: Message) => void;
  /** Subscribes to every message. @returns the unsubscribe */
  listen: (listener: (message: Message) => void) => () => void;
}

/** A bus within this process. */
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
