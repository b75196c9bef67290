import { findApiError } from './httpError.ts';
import { createIdempotencyKey } from './idempotencyKey.ts';

/** After these failures, it is unknown whether the record was created. */
const uncertainFailures: ReadonlySet<string> = new Set(['network', 'unavailable', 'server', 'unreadable', 'unknown']);

export const isOutcomeUnknown = (error: unknown): boolean =>
  uncertainFailures.has(findApiError(error)?.kind ?? 'unknown');

/**
 * Repeats a creation whose outcome is unknown with its first key, so that whoever submits a form again after a lost
 * response does not create a second record.
 */
export const createKeyReuse = () => {
  const uncertainKeys = new Map<string, string>();
  return async <T>(resource: string, data: unknown, send: (key: string) => Promise<T>): Promise<T> => {
    const request = `${resource} ${JSON.stringify(data)}`;
    const key = uncertainKeys.get(request) ?? createIdempotencyKey();
    uncertainKeys.delete(request);
    try {
      return await send(key);
    } catch (error) {
      if (isOutcomeUnknown(error)) uncertainKeys.set(request, key);
      throw error;
    }
  };
};
