import type { z } from 'zod';
import { type EventName, type EventPayload, events } from '#contract/events.ts';
import { createListeners, type Listeners } from './listeners.ts';
import type { Log } from './reporter.ts';

export const eventNames = Object.keys(events) as EventName[];

/** The events of the socket by name, with those who hear them. */
export interface EventHub {
  on: <E extends EventName>(event: E, handler: (payload: EventPayload<E>) => void) => () => void;
  /** Parses a payload and tells it; one that does not fit the contract is logged and dropped. */
  tell: (event: EventName, payload: unknown) => void;
}

/** An empty hub. */
export const createEventHub = (log: Log): EventHub => {
  const listenersOf = Object.fromEntries(eventNames.map(event => [event, createListeners<[never]>()])) as Record<
    EventName,
    Listeners<[never]>
  >;
  return {
    on: (event, handler) => listenersOf[event].add(handler),
    tell: (event, payload) => {
      const parsed = (events[event] as z.ZodType).safeParse(payload);
      if (parsed.success) listenersOf[event].tell(parsed.data as never);
      else log(`${event}: "${parsed.error.issues[0]?.path.join('.') ?? ''}" does not fit the contract`, parsed.error);
    },
  };
};
