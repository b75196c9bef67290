import pLimit, { type LimitFunction } from 'p-limit';

/** Reading a table takes a thread and much memory. */
const AT_ONCE = { all: 4, each: 2 };

const all = pLimit(AT_ONCE.all);
const own = new Map<number, LimitFunction>();

/** A user has a share of the threads, so that nobody waits for the large files of another. */
export const inTurnOf = async <T>(userId: number, work: () => Promise<T>): Promise<T> => {
  const mine = own.get(userId) ?? pLimit(AT_ONCE.each);
  own.set(userId, mine);
  try {
    return await mine(() => all(work));
  } finally {
    if (mine.activeCount + mine.pendingCount === 0) own.delete(userId);
  }
};
