import type { Log } from './log.ts';

export interface BackgroundTasks {
  /** Starts a task. Nobody awaits it, so its errors are logged under the name. */
  run: (name: string, task: () => Promise<void>) => void;
  /** Resolves when no task is running; awaited on shutdown, so that nothing is left half done. */
  whenSettled: () => Promise<void>;
}

export const createBackgroundTasks = (log: Log): BackgroundTasks => {
  const underWay = new Set<Promise<void>>();
  return {
    run: (name, task) => {
      const done = task()
        .catch((error: unknown) => log.error(name, error))
        .finally(() => underWay.delete(done));
      underWay.add(done);
    },
    whenSettled: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
};
