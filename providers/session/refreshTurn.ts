const LOCK = 'vitrina.refresh';
/** Second lock for tabs that timed out, so that only one of them steals the first lock. */
const RESCUE = 'vitrina.refresh.rescue';
/** How long other tabs may take to see a new pair in storage, in ms. */
const SPREADING_TIME = 50;
/** After this many ms the holder counts as frozen; the browser releases only locks of closed tabs. */
const HOLDER_TIME = 8000;

/** The token to continue with, and whether it was stored just now. */
export interface Renewed {
  token: string | null;
  isNew: boolean;
}

export type Turn = (work: () => Promise<Renewed>) => Promise<string | null>;

/** Fallback without Web Locks: serialises refreshes within this tab only. */
export const tabTurn = (): Turn => {
  let last: Promise<unknown> = Promise.resolve();
  return work => {
    const next = last.then(work);
    last = next.catch(() => null);
    return next.then(({ token }) => token);
  };
};

/**
 * Serialises refreshes across tabs. The lock is held until other tabs can see the new pair, or they would refresh
 * again.
 */
export const lockedTurn =
  (locks: Pick<LockManager, 'request'>): Turn =>
  work =>
    new Promise((resolve, reject) => {
      const inside = async (): Promise<void> => {
        try {
          const { token, isNew } = await work();
          resolve(token);
          if (isNew) await pause(SPREADING_TIME);
        } catch (error) {
          reject(error as Error);
        }
      };
      void waitFor(locks, inside);
    });

const waitFor = (locks: Pick<LockManager, 'request'>, inside: () => Promise<void>): Promise<void> =>
  held(
    enter => locks.request(LOCK, { signal: AbortSignal.timeout(HOLDER_TIME) }, enter),
    inside,
    () =>
      held(
        enter => locks.request(RESCUE, { signal: AbortSignal.timeout(HOLDER_TIME) }, enter),
        () => take(locks, inside),
        // Without the lock, continue anyway: the server's grace period for the previous token covers the race.
        inside,
      ),
  );

/** The first waiting tab steals the lock from the frozen one; the next ones find it free. */
const take = (locks: Pick<LockManager, 'request'>, inside: () => Promise<void>): Promise<void> =>
  locks
    .request(LOCK, { ifAvailable: true }, async lock => {
      if (lock) await inside();
      return lock !== null;
    })
    .then(isDone => (isDone ? undefined : held(enter => locks.request(LOCK, { steal: true }, enter), inside, inside)));

/** Runs `inside` under a lock, or `otherwise` if the lock is not available. */
const held = async (
  ask: (enter: () => Promise<void>) => Promise<unknown>,
  inside: () => Promise<void>,
  otherwise: () => Promise<void>,
): Promise<void> => {
  let isInside = false;
  const enter = (): Promise<void> => {
    isInside = true;
    return inside();
  };
  try {
    await ask(enter);
  } catch {
    // A stolen lock also rejects the request, although the work inside has already started.
    if (!isInside) await otherwise();
  }
};

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));
