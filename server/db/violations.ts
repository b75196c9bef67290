import { z } from 'zod';
import { ApiFailure, invalidField } from '../http/errors.ts';
import { translateValidation } from '../translate.ts';
import { uniqueField } from './indexes.ts';

/** What both databases say of a statement that failed (PostgreSQL, appendix A). */
const Violation = z.object({
  code: z.string().regex(/^[0-9A-Z]{5}$/),
  constraint: z.string().optional(),
  table: z.string().optional(),
});

const violationIn = (error: unknown): z.output<typeof Violation> | null => {
  if (!(error instanceof Error)) return null;
  const parsed = Violation.safeParse({ ...error });
  return parsed.success ? parsed.data : violationIn(error.cause);
};

/** The SQLSTATE of a failed statement, or null when the error is of another kind. */
export const sqlState = (error: unknown): string | null => violationIn(error)?.code ?? null;

/** Whether there is no room left on a disk: for a file, or for the database. */
export const isDiskFull = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT' || code === '53100' || isDiskFull(error.cause);
};

/** An error for the log: of a failed statement what the database said, without the statement and all its values. */
export const briefly = (error: unknown): unknown => {
  const violation = violationIn(error);
  if (!violation || !(error instanceof Error)) return error;
  const innermost = error.cause instanceof Error ? error.cause : error;
  const brief = new Error(`${violation.code}: ${innermost.message}`);
  if (innermost.stack !== undefined)
    brief.stack = `${brief.message}\n${innermost.stack.split('\n').slice(1).join('\n')}`;
  return brief;
};

/**
 * A failed statement as the failure it stands for: 400 at the field whose value is taken, 409 for a
 * record in use, 400 for a value that no database can keep, 500 with a sentence for a full disk; any other error as it is.
 */
export const asFailure = (error: unknown): unknown => {
  if (isDiskFull(error)) return new ApiFailure('fault', { text: 'diskFull' });
  const violation = violationIn(error);
  if (violation?.code === '23505') {
    const field = uniqueField(violation.table ?? '', violation.constraint ?? '');
    return field ? invalidField(field, translateValidation('unique')) : error;
  }
  if (violation?.code === '23503') return new ApiFailure('conflict', { text: 'inUse' });
  return violation?.code.startsWith('22') ? new ApiFailure('invalid') : error;
};
