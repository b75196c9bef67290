import type { Deps } from '../http/deps.ts';

/** Something for each server, made when it is asked for first. */
export const perServer = <T>(make: () => T): ((deps: Deps) => T) => {
  const known = new WeakMap<Deps, T>();
  return deps => {
    const one = known.get(deps) ?? make();
    known.set(deps, one);
    return one;
  };
};
