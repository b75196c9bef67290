import { MAX_PER_PAGE } from '#contract/limits.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { handlersOf } from './handlers.ts';

type Calls = ReturnType<typeof handlersOf>;
interface Asked {
  query: { page?: number | undefined; per_page?: number | undefined };
  caller: Caller;
}

/**
 * The calls of a collection whose list is a plain array unless a page is asked for (contract 2).
 * @param inUse the filters of the plain array: what is not in use any more is no part of it
 */
export const plainListHandlers = (calls: Calls, inUse: Record<string, unknown>) => ({
  ...calls,
  list: async ({ query, caller }: Asked) => {
    const { page = 1, per_page = MAX_PER_PAGE } = query;
    const isPaged = query.page !== undefined || query.per_page !== undefined;
    const answer = await calls.list({ query: { ...(isPaged ? {} : inUse), ...query, page, per_page }, caller });
    return isPaged ? answer : answer.items;
  },
});
