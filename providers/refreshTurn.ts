const LOCK = 'vitrina.refresh';
/** Taken by whoever gives up waiting for the first, so that one tab at a time takes it away from its holder. */
const RESCUE = 'vitrina.refresh.rescue';
/** Milliseconds that a new pair takes at most to reach the other tabs' view of the storage. */
const SPREADING_TIME = 50;
/** Milliseconds after which the holder of the lock counts as frozen: the browser frees the locks of closed tabs only. */
const HOLDER_TIME = 8000;

/** A token to go on with, and whether it was stored just now. */
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

/** One after another across tabs; the lock is let go only when the other tabs can see the new pair. */
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
        // Nobody can be waited for: the server's grace for the predecessor has to do.
        inside,
      ),
  );

/** The first to rescue takes the lock from a frozen tab; the next ones find it free. */
const take = (locks: Pick<LockManager, 'request'>, inside: () => Promise<void>): Promise<void> =>
  locks
    .request(LOCK, { ifAvailable: true }, async lock => {
      if (lock) await inside();
      return lock !== null;
    })
    .then(isDone => (isDone ? undefined : held(enter => locks.request(LOCK, { steal: true }, enter), inside, inside)));

/** Works under a lock, or does `otherwise` when the lock cannot be had. */
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
    // A lock that was taken away while this tab was frozen does not stop the work in it.
    if (!isInside) await otherwise();
  }
};

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));
