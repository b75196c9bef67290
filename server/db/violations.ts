import { z } from 'zod';
import { isStoreUnreachable } from '../files/outages.ts';
import { ApiFailure, invalidField } from '../http/errors.ts';
import { translateValidation } from '../translate.ts';
import { findUniqueIndexField } from './indexes.ts';
import { isUnreachable } from './outages.ts';

const Violation = z.object({
  code: z.string().regex(/^[0-9A-Z]{5}$/),
  constraint: z.string().optional(),
  table: z.string().optional(),
});

const findViolation = (error: unknown): z.output<typeof Violation> | null => {
  if (!(error instanceof Error)) return null;
  const parseResult = Violation.safeParse({ ...error });
  return parseResult.success ? parseResult.data : findViolation(error.cause);
};

/** SQLSTATE of a database error; null for any other error. Searches the causes, since drizzle wraps driver errors. */
export const findSqlState = (error: unknown): string | null => findViolation(error)?.code ?? null;

/** Whether a disk is full. The file system and the database report it with different codes. */
export const isDiskFull = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT' || code === '53100' || isDiskFull(error.cause);
};

/** The `Retry-After` of a refusal, in seconds. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Maps errors of the database and of the store of files to API failures: 504 when one does not respond, 400 at the field
 * for a duplicate value, 409 for a record in use, 400 for a value the database cannot store, 507 for a full disk. Other
 * errors, among them API failures, are returned unchanged.
 */
export const toApiFailure = (error: unknown): unknown => {
  if (error instanceof ApiFailure) return error;
  if (isUnreachable(error)) return new ApiFailure('unavailable', { retryAfter: RETRY_AFTER_SECONDS }, { cause: error });
  if (isStoreUnreachable(error))
    return new ApiFailure('unavailable', { text: 'filesAway', retryAfter: RETRY_AFTER_SECONDS }, { cause: error });
  if (isDiskFull(error)) return new ApiFailure('diskFull', {}, { cause: error });
  const violation = findViolation(error);
  if (violation?.code === '23505') {
    const field = findUniqueIndexField(violation.table ?? '', violation.constraint ?? '');
    return field ? invalidField(field, translateValidation('unique')) : error;
  }
  // A lock wait exceeded the transaction's timeout.
  if (violation?.code === '55P03')
    return new ApiFailure('unavailable', { text: 'busy', retryAfter: RETRY_AFTER_SECONDS }, { cause: error });
  if (violation?.code === '23503') return new ApiFailure('conflict', { text: 'inUse' });
  return violation?.code.startsWith('22') ? new ApiFailure('invalid') : error;
};
