import { allows } from '#contract/permissions.ts';
import { collectionOf, type OwnResource, searchedResources } from '#contract/records.ts';
import { searchlessRoles } from '#contract/roles.ts';
import { hitOf } from '../collections/hit.ts';
import { readPage } from '../collections/read.ts';
import { storageOf, within } from '../collections/storage.ts';
import type { Deps } from '../deps.ts';
import { ApiFailure } from '../errors.ts';
import type { Handlers } from '../implement.ts';
import type { Caller } from '../session/caller.ts';

/** Hits shown of each kind; the list of that kind shows the rest. */
const HITS = 8;

/** The global search (§6, contract 3): every kind that the caller may list, found as its own list finds it. */
export const searchHandlers = (deps: Deps): Handlers['search'] => ({
  all: async ({ query, caller }) => {
    if (searchlessRoles.has(caller.role)) throw new ApiFailure('forbidden');
    const open = searchedResources.filter(resource => allows(collectionOf(resource).access.list, caller.granted));
    return Object.fromEntries(await Promise.all(open.map(resource => hitsOf(deps, caller, resource, query.query))));
  },
});

const hitsOf = async ({ db }: Deps, caller: Caller, resource: OwnResource, search: string) => {
  const collection = collectionOf(resource);
  const [sort] = collection.sort;
  const storage = within(storageOf(resource), caller);
  const found = await readPage(db, storage, { search, sort, order: 'asc', page: 1, per_page: HITS });
  return [collection.path.slice(1), found.map(record => hitOf(collection, record))] as const;
};
