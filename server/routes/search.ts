import { allows } from '#contract/permissions.ts';
import { collectionOf, type OwnResource, resourcesWith } from '#contract/records.ts';
import { searchlessRoles } from '#contract/roles.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { Deps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { correctedSearch } from '../records/correctedSearch.ts';
import { hitOf, isExact } from '../records/hit.ts';
import { readBest } from '../records/readBest.ts';
import { unfolded } from '../records/readList.ts';
import { bindingOf, narrowedFor } from '../records/tableBinding.ts';

const HITS = 8;

/**
 * The global search (§6, contract 3) over every kind that the caller may list, with the same search as the kind's list.
 */
export const searchHandlers = (deps: Deps): Handlers['search'] => ({
  all: async ({ query, caller }) => {
    if (searchlessRoles.has(caller.role)) throw new ApiFailure('forbidden');
    const open = resourcesWith('search').filter(resource => allows(collectionOf(resource).access.list, caller.granted));
    const found = await Promise.all(open.map(resource => hitsOf(deps, caller, resource, query.query)));
    const isFound = found.some(([, hits]) => hits.length > 0);
    return Object.fromEntries(
      isFound ? found : await Promise.all(open.map(resource => correctedHitsOf(deps, caller, resource, query.query))),
    );
  },
});

const correctedHitsOf = async (deps: Deps, caller: Caller, resource: OwnResource, search: string) => {
  const corrected = await correctedSearch(deps.db, narrowedFor(bindingOf(resource), caller), search);
  return corrected === null
    ? ([collectionOf(resource).path.slice(1), []] as const)
    : hitsOf(deps, caller, resource, corrected, true);
};

const hitsOf = async ({ db }: Deps, caller: Caller, resource: OwnResource, search: string, isCorrected = false) => {
  const binding = narrowedFor(bindingOf(resource), caller);
  const { collection } = binding;
  const found = await readBest(db, binding, search, HITS);
  const corrected = isCorrected && { corrected_search: unfolded(search, binding, found) };
  const hits = found.map(record => ({
    ...hitOf(collection, record, search),
    is_exact: isExact(collection, record, search),
    ...corrected,
  }));
  return [collection.path.slice(1), hits] as const;
};
