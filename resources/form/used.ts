import { Uses } from '#contract/usages.ts';
import { failureOf } from '#providers/http/httpError.ts';

/** Who holds on to a record, where that is why it could not be deleted; else null. */
export const usesIn = (error: unknown): Uses['uses'] | null =>
  Uses.safeParse(failureOf(error)?.result).data?.uses ?? null;
