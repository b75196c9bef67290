import { isAllowed } from '#contract/permissions.ts';
import { type DeclaredResource, getCollection, listResourcesWith } from '#contract/records.ts';
import { rolesWithoutSearch } from '#contract/roles.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { correctSearch } from '../records/correctedSearch.ts';
import { isExactHit, toHit } from '../records/hit.ts';
import { readBestMatches } from '../records/readBest.ts';
import { findOriginalSpelling } from '../records/readList.ts';
import { getBinding, narrowBinding } from '../records/tableBinding.ts';

const MAX_HITS = 8;

/** The global search (§6, contract 3) across all resources that the caller may list, using each list's own search. */
export const searchHandlers = (deps: ServerDeps): Handlers['search'] => ({
  all: async ({ query, caller }) => {
    if (rolesWithoutSearch.has(caller.role)) throw new ApiFailure('forbidden');
    const open = listResourcesWith('search').filter(resource =>
      isAllowed(getCollection(resource).access.list, caller.grantedSlugs),
    );
    const foundByResource = await Promise.all(open.map(resource => findHits(deps, caller, resource, query.query)));
    const isFound = foundByResource.some(([, hits]) => hits.length > 0);
    return Object.fromEntries(
      isFound
        ? foundByResource
        : await Promise.all(open.map(resource => findCorrectedHits(deps, caller, resource, query.query))),
    );
  },
});

const findCorrectedHits = async (deps: ServerDeps, caller: Caller, resource: DeclaredResource, search: string) => {
  const correctedSearch = await correctSearch(deps.db, narrowBinding(getBinding(resource), caller), search);
  return correctedSearch === null
    ? ([getCollection(resource).path.slice(1), []] as const)
    : findHits(deps, caller, resource, correctedSearch, true);
};

const findHits = async (
  { db }: ServerDeps,
  caller: Caller,
  resource: DeclaredResource,
  search: string,
  isCorrected = false,
) => {
  const binding = narrowBinding(getBinding(resource), caller);
  const { collection } = binding;
  const records = await readBestMatches(db, binding, search, MAX_HITS);
  const correction = isCorrected && { corrected_search: findOriginalSpelling(search, binding, records) };
  const hits = records.map(record => ({
    ...toHit(collection, record, search),
    is_exact: isExactHit(collection, record, search),
    ...correction,
  }));
  return [collection.path.slice(1), hits] as const;
};
