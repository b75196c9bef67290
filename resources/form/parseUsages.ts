import { Usages } from '#contract/usages.ts';
import { apiErrorOf } from '#providers/http/httpError.ts';

/** Null if the error has another cause. */
export const parseUsages = (error: unknown): Usages['uses'] | null =>
  Usages.safeParse(apiErrorOf(error)?.result).data?.uses ?? null;
