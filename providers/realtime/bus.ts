import { DEFAULT_PRIORITY, LISTENER_PRIORITY_COUNT } from '#contract/limits.ts';
import type { Log } from '../reporting/reporter.ts';

export interface Bus<Events> {
  /**
   * Subscribes; returns the unsubscribe function. `priority`: 1 runs first, 10 last; listeners of the same level run in
   * the order they were added.
   */
  on: <E extends keyof Events>(event: E, listener: (payload: Events[E]) => void, priority?: number) => () => void;
  /** Calls every listener. If a listener throws, the error is logged, so that it cannot block the others. */
  emit: <E extends keyof Events>(event: E, payload: Events[E]) => void;
}

export const createBus = <Events>(log: Log): Bus<Events> => {
  type Listener = (payload: never) => void;
  const levels = new Map<keyof Events, Set<{ listener: Listener }>[]>();
  const getLevels = (event: keyof Events): Set<{ listener: Listener }>[] => {
    const listenerSets = levels.get(event) ?? Array.from({ length: LISTENER_PRIORITY_COUNT }, () => new Set());
    levels.set(event, listenerSets);
    return listenerSets;
  };
  return {
    on: (event, listener, priority = DEFAULT_PRIORITY) => {
      const level = getLevels(event)[priority - 1];
      if (!level)
        throw new RangeError(`priority ${priority} of "${String(event)}" is none of 1 to ${LISTENER_PRIORITY_COUNT}`);
      // The listener is wrapped, so that a function added twice can be removed once.
      const entry = { listener };
      level.add(entry);
      return () => void level.delete(entry);
    },
    emit: (event, payload) => {
      for (const level of levels.get(event) ?? [])
        for (const { listener } of level)
          try {
            listener(payload as never);
          } catch (error) {
            log(`A listener to ${String(event)} failed`, error);
          }
    },
  };
};
