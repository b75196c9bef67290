import type { z } from 'zod';
import { type EventName, type EventPayload, events, type FilterEvent, filterEvents } from '#contract/events.ts';
import { type Bus, createBus } from './bus.ts';
import type { Log } from './reporter.ts';

export const eventNames = Object.keys(events) as EventName[];

/** The events of the socket by name, with those who hear them. */
export interface EventHub {
  on: Bus<{ [E in EventName]: EventPayload<E> }>['on'];
  /** Hears a filter event that the server names in FILTER (§4). */
  onFilter: (event: FilterEvent, listener: () => void, priority?: number) => () => void;
  /** Parses a payload and tells it; one that does not fit the contract is logged and dropped. */
  tell: (event: EventName, payload: unknown) => void;
}

/** An empty hub. */
export const createEventHub = (log: Log): EventHub => {
  const bus = createBus<{ [E in EventName]: EventPayload<E> }>(log);
  const filters = createBus<Record<FilterEvent, undefined>>(log);
  bus.on('FILTER', ({ message }) => {
    if (isFilterEvent(message)) filters.emit(message, undefined);
    else log(`FILTER: "${message}" is no filter event`);
  });
  return {
    on: bus.on,
    onFilter: filters.on,
    tell: (event, payload) => {
      const parsed = (events[event] as z.ZodType).safeParse(payload);
      if (parsed.success) bus.emit(event, parsed.data as never);
      else log(`${event}: "${parsed.error.issues[0]?.path.join('.') ?? ''}" does not fit the contract`, parsed.error);
    },
  };
};

const isFilterEvent = (name: string): name is FilterEvent => (filterEvents as readonly string[]).includes(name);
