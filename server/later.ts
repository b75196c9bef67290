import type { Log } from './deps.ts';

/** Work that no answer waits for. */
export interface Later {
  /** Does it; what goes wrong is logged under the name. */
  run: (name: string, work: () => Promise<void>) => void;
  /** Resolves once nothing is under way: a server that stops leaves nothing half done. */
  settled: () => Promise<void>;
}

/** Keeps the work of one server. */
export const createLater = (log: Log): Later => {
  const underWay = new Set<Promise<void>>();
  return {
    run: (name, work) => {
      const done = work()
        .catch((error: unknown) => log.fault(name, error))
        .finally(() => underWay.delete(done));
      underWay.add(done);
    },
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
};
