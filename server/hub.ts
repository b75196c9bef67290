import type { EventName, EventPayload } from '#contract/events.ts';

/** What goes through the hub: an event for a channel, the end of a session, that rights changed, or that some of this was missed. */
export type Message =
  | { [E in EventName]: { channel: string; event: E; payload: EventPayload<E> } }[EventName]
  | { endedSession: string }
  | { rightsOf: 'anybody' }
  | { missed: 'anything' };

/** Carries live events from whoever makes them to whoever passes them on. */
export interface Realtime {
  /** Sends to those who listen to a channel; nobody listening is no fault. */
  emit: <E extends EventName>(channel: string, event: E, payload: EventPayload<E>) => void;
  /** Says that a session ended: its sockets close. */
  endSession: (sessionId: string) => void;
  /** Says that somebody holds other permissions than before: what each socket may hear is looked at again. */
  reviewRights: () => void;
  /** Passes on a message that another process sent. */
  send: (message: Message) => void;
  /** Hears every message from now on. @returns what stops it. */
  listen: (listener: (message: Message) => void) => () => void;
}

/** A hub within this process; the sockets are one of its listeners. */
export const createHub = (): Realtime => {
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
