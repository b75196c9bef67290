import { Uses } from '#contract/usages.ts';
import { failureOf } from '#providers/http/httpError.ts';
import { lazyScreen } from '#ui/lazyScreen.tsx';

/** Who holds on to a record, where that is why it could not be deleted; else null. */
export const usesIn = (error: unknown): Uses['uses'] | null =>
  Uses.safeParse(failureOf(error)?.result).data?.uses ?? null;

/** Says so, and offers what can be done instead. */
export const UsedDialog = lazyScreen(() => import('./UsedDialog.tsx').then(module => module.UsedDialog), {
  isSmall: true,
});
