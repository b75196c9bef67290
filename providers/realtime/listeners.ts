export interface Listeners<Args extends unknown[]> {
  /** Subscribes; returns the unsubscribe function. */
  add: (listener: (...args: Args) => void) => () => void;
  notify: (...args: Args) => void;
}

/** Calls listeners in the order they were added. */
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
