import type { z } from 'zod';
import { type EventName, type EventPayload, events, type FilterEvent, filterEvents } from '#contract/events.ts';
import type { Log } from '../reporting/reporter.ts';
import { type Bus, createBus } from './bus.ts';

export const eventNames = Object.keys(events) as EventName[];

export interface ClientEventBus {
  on: Bus<{ [E in EventName]: EventPayload<E> }>['on'];
  onFilter: (event: FilterEvent, listener: () => void, priority?: number) => () => void;
  dispatch: (event: EventName, payload: unknown) => void;
}

export const createClientEventBus = (log: Log): ClientEventBus => {
  const bus = createBus<{ [E in EventName]: EventPayload<E> }>(log);
  const filters = createBus<Record<FilterEvent, undefined>>(log);
  bus.on('FILTER', ({ message }) => {
    if (isFilterEvent(message)) filters.emit(message, undefined);
    else log(`FILTER: "${message}" is no filter event`);
  });
  return {
    on: bus.on,
    onFilter: filters.on,
    dispatch: (event, payload) => {
      const parseResult = (events[event] as z.ZodType).safeParse(payload);
      if (parseResult.success) bus.emit(event, parseResult.data as never);
      else
        log(
          `${event}: "${parseResult.error.issues[0]?.path.join('.') ?? ''}" does not fit the contract`,
          parseResult.error,
        );
    },
  };
};

const isFilterEvent = (name: string): name is FilterEvent => (filterEvents as readonly string[]).includes(name);
