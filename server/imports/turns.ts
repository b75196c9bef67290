import pLimit, { type LimitFunction } from 'p-limit';
import { computeReadingLimits } from './computeReadingLimits.ts';

const { previews: maxPreviews, previewsEach: maxPreviewsPerUser } = computeReadingLimits();

const globalLimit = pLimit(maxPreviews);
const limitsByUser = new Map<number, LimitFunction>();

/** Limits each user to a share of the threads, so that one user's large files do not block the others. */
export const runInUserTurn = async <T>(userId: number, work: () => Promise<T>): Promise<T> => {
  const mine = limitsByUser.get(userId) ?? pLimit(maxPreviewsPerUser);
  limitsByUser.set(userId, mine);
  try {
    return await mine(() => globalLimit(work));
  } finally {
    if (mine.activeCount + mine.pendingCount === 0) limitsByUser.delete(userId);
  }
};
