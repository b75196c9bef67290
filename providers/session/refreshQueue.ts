const LOCK_NAME = 'vitrina.refresh';
/** A second lock for tabs that timed out, so that only one of them steals the first lock. */
const STEAL_LOCK_NAME = 'vitrina.refresh.rescue';
/** How long the lock is kept after a refresh, in ms, because other tabs see the new pair in storage only later. */
const STORAGE_SYNC_MS = 50;
/**
 * After this many ms, the tab that holds the lock counts as frozen. The browser releases only the locks of closed tabs.
 */
const LOCK_TIMEOUT_MS = 8000;

export interface RefreshResult {
  token: string | null;
  isNew: boolean;
}

export type RefreshQueue = (task: () => Promise<RefreshResult>) => Promise<string | null>;

/** Fallback without Web Locks: serialises refreshes within this tab only. */
export const createTabQueue = (): RefreshQueue => {
  let last: Promise<unknown> = Promise.resolve();
  return task => {
    const next = last.then(task);
    last = next.catch(() => null);
    return next.then(({ token }) => token);
  };
};

/**
 * Serialises refreshes across tabs. The lock is held until other tabs can see the new pair, because they would
 * otherwise refresh again.
 */
export const createCrossTabQueue =
  (locks: Pick<LockManager, 'request'>): RefreshQueue =>
  task =>
    new Promise((resolve, reject) => {
      const renewInsideLock = async (): Promise<void> => {
        try {
          const { token, isNew } = await task();
          resolve(token);
          if (isNew) await delay(STORAGE_SYNC_MS);
        } catch (error) {
          reject(error as Error);
        }
      };
      void waitForLock(locks, renewInsideLock);
    });

const waitForLock = (locks: Pick<LockManager, 'request'>, task: () => Promise<void>): Promise<void> =>
  withLock(
    enter => locks.request(LOCK_NAME, { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) }, enter),
    task,
    () =>
      withLock(
        enter => locks.request(STEAL_LOCK_NAME, { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) }, enter),
        () => stealLock(locks, task),
        // Continues even without the lock, because the server's grace period for the previous token covers the race.
        task,
      ),
  );

/** The first waiting tab steals the lock from the frozen tab; later tabs find it free. */
const stealLock = (locks: Pick<LockManager, 'request'>, task: () => Promise<void>): Promise<void> =>
  locks
    .request(LOCK_NAME, { ifAvailable: true }, async lock => {
      if (lock) await task();
      return lock !== null;
    })
    .then(isDone =>
      isDone ? undefined : withLock(enter => locks.request(LOCK_NAME, { steal: true }, enter), task, task),
    );

const withLock = async (
  request: (enter: () => Promise<void>) => Promise<unknown>,
  task: () => Promise<void>,
  fallback: () => Promise<void>,
): Promise<void> => {
  let isInside = false;
  const enter = (): Promise<void> => {
    isInside = true;
    return task();
  };
  try {
    await request(enter);
  } catch {
    // The fallback runs only if the task has not started, because a stolen lock also rejects the lock request of a task
    // that has started.
    if (!isInside) await fallback();
  }
};

const delay = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));
