import pLimit, { type LimitFunction } from 'p-limit';
import { computeReadingLimits } from './computeReadingLimits.ts';

const { previews, previewsEach } = computeReadingLimits();

const globalLimit = pLimit(previews);
const limitsByUser = new Map<number, LimitFunction>();

/** Limits each user to a share of the threads, so that one user's large files do not block the others. */
export const runInUserTurn = async <T>(userId: number, work: () => Promise<T>): Promise<T> => {
  const mine = limitsByUser.get(userId) ?? pLimit(previewsEach);
  limitsByUser.set(userId, mine);
  try {
    return await mine(() => globalLimit(work));
  } finally {
    if (mine.activeCount + mine.pendingCount === 0) limitsByUser.delete(userId);
  }
};
