/** Those who want to hear of something. */
export interface Listeners<Told extends unknown[]> {
  /** Adds a listener; returns the end of its listening. */
  add: (listener: (...told: Told) => void) => () => void;
  tell: (...told: Told) => void;
}

/** A set of listeners, told in the order in which they came. */
export const createListeners = <Told extends unknown[] = []>(): Listeners<Told> => {
  const listeners = new Set<(...told: Told) => void>();
  return {
    add: listener => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell: (...told) => {
      for (const listener of listeners) listener(...told);
    },
  };
};
