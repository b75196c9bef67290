import { Usages } from '#contract/usages.ts';
import { failureOf } from '#providers/http/httpError.ts';

/** Null if the error has another cause. */
export const usagesIn = (error: unknown): Usages['uses'] | null =>
  Usages.safeParse(failureOf(error)?.result).data?.uses ?? null;
