import pLimit, { type LimitFunction } from 'p-limit';
import { readingLimits } from './readingLimits.ts';

const { previews, previewsEach } = readingLimits();

const all = pLimit(previews);
const own = new Map<number, LimitFunction>();

/** A user has a share of the threads, so that nobody waits for the large files of another. */
export const inTurnOf = async <T>(userId: number, work: () => Promise<T>): Promise<T> => {
  const mine = own.get(userId) ?? pLimit(previewsEach);
  own.set(userId, mine);
  try {
    return await mine(() => all(work));
  } finally {
    if (mine.activeCount + mine.pendingCount === 0) own.delete(userId);
  }
};
