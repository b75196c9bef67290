export interface Listeners<Args extends unknown[]> {
  add: (listener: (...args: Args) => void) => () => void;
  notify: (...args: Args) => void;
}

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
