const LOCK = 'vitrina.refresh';
/** A second lock for tabs that gave up waiting, so that only one at a time takes the first lock from its holder. */
const RESCUE = 'vitrina.refresh.rescue';
/** Milliseconds until other tabs see a new pair in storage, at most. */
const SPREADING_TIME = 50;
/** Milliseconds after which the holder counts as frozen; the browser releases the locks of closed tabs only. */
const HOLDER_TIME = 8000;

/** The token to continue with, and whether it was stored just now. */
export interface Renewed {
  token: string | null;
  isNew: boolean;
}

/** Runs refreshes one after another. */
export type Turn = (work: () => Promise<Renewed>) => Promise<string | null>;

/** One after another within this tab. */
export const tabTurn = (): Turn => {
  let last: Promise<unknown> = Promise.resolve();
  return work => {
    const next = last.then(work);
    last = next.catch(() => null);
    return next.then(({ token }) => token);
  };
};

/** One after another across tabs; the lock is released only when the other tabs can see the new pair. */
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
        // Without the lock nobody can be waited for; the server's grace period for the previous token covers this.
        inside,
      ),
  );

/** The first waiting tab takes the lock from the frozen one; the next ones find it free. */
const take = (locks: Pick<LockManager, 'request'>, inside: () => Promise<void>): Promise<void> =>
  locks
    .request(LOCK, { ifAvailable: true }, async lock => {
      if (lock) await inside();
      return lock !== null;
    })
    .then(isDone => (isDone ? undefined : held(enter => locks.request(LOCK, { steal: true }, enter), inside, inside)));

/** Runs `inside` under a lock, or `otherwise` when the lock is not available. */
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
    // Losing the lock while this tab was frozen rejects the request, but the work inside has already begun.
    if (!isInside) await otherwise();
  }
};

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));
