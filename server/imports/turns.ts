import pLimit, { type LimitFunction } from 'p-limit';
import { computeReadingLimits } from './computeReadingLimits.ts';

const { previews: maxPreviews, previewsEach: maxPreviewsPerUser } = computeReadingLimits();

const globalLimit = pLimit(maxPreviews);
const limitsByUser = new Map<number, LimitFunction>();

/** Limits each user to a share of the threads, so that one user's large files do not block the others. */
export const runInUserTurn = async <T>(userId: number, operation: () => Promise<T>): Promise<T> => {
  const limitOwnPreviews = limitsByUser.get(userId) ?? pLimit(maxPreviewsPerUser);
  limitsByUser.set(userId, limitOwnPreviews);
  try {
    return await limitOwnPreviews(() => globalLimit(operation));
  } finally {
    if (limitOwnPreviews.activeCount + limitOwnPreviews.pendingCount === 0) limitsByUser.delete(userId);
  }
};

/** Waits for a turn that lasts until the returned function is called. */
export const beginUserTurn = (userId: number): Promise<() => void> =>
  new Promise((resolve, reject) => {
    runInUserTurn(userId, () => new Promise<void>(end => resolve(end))).catch(reject);
  });
