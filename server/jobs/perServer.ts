import type { ServerDeps } from '../http/deps.ts';

/**
 * State per server rather than per module, because tests run several servers in one process. The key is an object that
 * all copies of `deps` share, since each write uses its own copy of `deps`.
 */
export const perServer = <T>(factory: () => T): ((deps: ServerDeps) => T) => {
  const instances = new WeakMap<ServerDeps['realtime'], T>();
  return ({ realtime }) => {
    const instance = instances.get(realtime) ?? factory();
    instances.set(realtime, instance);
    return instance;
  };
};
