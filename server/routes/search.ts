import { allows } from '#contract/permissions.ts';
import { collectionOf, type OwnResource, resourcesWith } from '#contract/records.ts';
import { searchlessRoles } from '#contract/roles.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { Deps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { hitOf } from '../records/hit.ts';
import { readPage } from '../records/readRecords.ts';
import { bindingOf, narrowedFor } from '../records/tableBinding.ts';

/** Hits per kind; the list of the kind shows the rest. */
const HITS = 8;

/**
 * The global search (§6, contract 3) over every kind that the caller may list, with the same search as the kind's list.
 */
export const searchHandlers = (deps: Deps): Handlers['search'] => ({
  all: async ({ query, caller }) => {
    if (searchlessRoles.has(caller.role)) throw new ApiFailure('forbidden');
    const open = resourcesWith('search').filter(resource => allows(collectionOf(resource).access.list, caller.granted));
    return Object.fromEntries(await Promise.all(open.map(resource => hitsOf(deps, caller, resource, query.query))));
  },
});

const hitsOf = async ({ db }: Deps, caller: Caller, resource: OwnResource, search: string) => {
  const collection = collectionOf(resource);
  const [sort] = collection.sort;
  const binding = narrowedFor(bindingOf(resource), caller);
  const found = await readPage(db, binding, { search, sort, order: 'asc', page: 1, per_page: HITS });
  return [collection.path.slice(1), found.map(record => hitOf(collection, record))] as const;
};
