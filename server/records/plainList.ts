import { MAX_PER_PAGE } from '#contract/limits.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { createHandlers } from './handlers.ts';

type PlainListCalls = ReturnType<typeof createHandlers>;
interface ListRequest {
  query: { page?: number | undefined; per_page?: number | undefined };
  caller: Caller;
}

/**
 * Handlers of a collection whose list is a bare array unless a page is requested (contract 2).
 * @param defaultFilters filters of the bare array, which excludes archived records
 */
export const createPlainListHandlers = (calls: PlainListCalls, defaultFilters: Record<string, unknown>) => ({
  ...calls,
  list: async ({ query, caller }: ListRequest) => {
    const { page = 1, per_page = MAX_PER_PAGE } = query;
    const isPaged = query.page !== undefined || query.per_page !== undefined;
    const result = await calls.list({
      query: { ...(isPaged ? {} : defaultFilters), ...query, page, per_page },
      caller,
    });
    return isPaged ? result : result.items;
  },
});
