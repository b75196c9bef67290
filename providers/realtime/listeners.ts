/** Subscribers of one kind of notification. */
export interface Listeners<Args extends unknown[]> {
  /** Adds a listener; returns the unsubscribe. */
  add: (listener: (...args: Args) => void) => () => void;
  notify: (...args: Args) => void;
}

/** A set of listeners, called in the order in which they were added. */
export const createListeners = <Args extends unknown[] = []>(): Listeners<Args> => {
  const listeners = new Set<(...args: Args) => void>();
  return {
    add: listener => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify: (...args) => {
      for (const listener of listeners) listener(...args);
    },
  };
};
