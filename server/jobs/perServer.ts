import type { Deps } from '../http/deps.ts';

/** State per server rather than per module, because tests run several servers in one process. */
export const perServer = <T>(make: () => T): ((deps: Deps) => T) => {
  const known = new WeakMap<Deps, T>();
  return deps => {
    const one = known.get(deps) ?? make();
    known.set(deps, one);
    return one;
  };
};
