import { Uses } from '#contract/usages.ts';
import { failureOf } from '#providers/http/httpError.ts';

/** The usages that prevent a deletion; null if the error has another cause. */
export const usesIn = (error: unknown): Uses['uses'] | null =>
  Uses.safeParse(failureOf(error)?.result).data?.uses ?? null;
