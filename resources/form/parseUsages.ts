import { Usages } from '#contract/usages.ts';
import { findApiError } from '#providers/http/httpError.ts';

/** Null if the error has another cause. */
export const parseUsages = (error: unknown): Usages['uses'] | null =>
  Usages.safeParse(findApiError(error)?.result).data?.uses ?? null;
