import { isSame } from '#contract/values.ts';
import { isUnexpected } from './errors.ts';
import { findApiError } from './httpError.ts';
import { createIdempotencyKey } from './idempotencyKey.ts';

/** Whether a record may have been created nevertheless: the failure may have come after the transaction's commit. */
export const isOutcomeUnknown = (error: unknown): boolean => isUnexpected(findApiError(error)?.kind ?? 'unknown');

/**
 * Gives each creation an idempotency key, and its first key to one that repeats the last of its resource while the
 * outcome of that is unknown: whoever submits a form again after a lost response creates no second record.
 */
export const createCreationKeys = () => {
  const uncertainCreations = new Map<string, { data: unknown; key: string }>();
  return async <T>(resource: string, data: unknown, send: (key: string) => Promise<T>): Promise<T> => {
    const last = uncertainCreations.get(resource);
    const key = last && isSame(last.data, data) ? last.key : createIdempotencyKey();
    uncertainCreations.delete(resource);
    try {
      return await send(key);
    } catch (error) {
      if (isOutcomeUnknown(error)) uncertainCreations.set(resource, { data, key });
      throw error;
    }
  };
};
