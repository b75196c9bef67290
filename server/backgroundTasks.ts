import type { Log } from './http/deps.ts';

/** Work that no answer waits for. */
export interface BackgroundTasks {
  /** Starts a task; a failure is logged under the name. */
  run: (name: string, work: () => Promise<void>) => void;
  /** Resolves once no task is running, so that a stopping server leaves nothing half done. */
  settled: () => Promise<void>;
}

/** The background tasks of one server. */
export const createBackgroundTasks = (log: Log): BackgroundTasks => {
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
