import { Usages } from '#contract/usages.ts';
import { failureOf } from '#providers/http/httpError.ts';

/** The usages that prevent a deletion; null if the error has another cause. */
export const usagesIn = (error: unknown): Usages['uses'] | null =>
  Usages.safeParse(failureOf(error)?.result).data?.uses ?? null;
