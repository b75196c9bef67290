import type { Deps } from '../http/deps.ts';

/**
 * State per server rather than per module, because tests run several servers in one process. Keyed by an object that
 * all copies of `deps` share, since each write uses its own copy.
 */
export const perServer = <T>(make: () => T): ((deps: Deps) => T) => {
  const known = new WeakMap<Deps['realtime'], T>();
  return ({ realtime }) => {
    const one = known.get(realtime) ?? make();
    known.set(realtime, one);
    return one;
  };
};
