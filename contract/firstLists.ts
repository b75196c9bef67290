import { HOME } from './addresses.ts';
import { attributesIn } from './attributes.ts';
import { categoryEndpoints } from './categories.ts';
import { MAX_PER_PAGE } from './limits.ts';
import type { Access } from './permissions.ts';
import { collectionOf, type ResourceName, resourceNames } from './records.ts';
import { routes } from './routes.ts';

/** What a page begins with, as it is known before the application has come: the build writes it into the pages. */
export interface FirstList {
  /** The whole address of the page. */
  address: string;
  access: Access;
  /** Who may read one of its records, whose pages have its id and a tab besides; null where it has none. */
  read: Access | null;
  /** The list's call, below the API base, and what it can be ordered by, the default first; null where there is none. */
  paged: { path: string; sort: readonly string[] } | null;
  /** What its screen reads besides. */
  beside: readonly { call: string; access: Access | undefined }[];
}

/** Every list of the application, and the trees of categories. */
export const firstLists = (): FirstList[] => [...resourceNames.map(listOf), ...trees];

const listOf = (name: ResourceName): FirstList => {
  const { access, path, sort } = collectionOf(name);
  const beside = attributesIn(collectionOf(name)) ? (['settings/attribute', 'settings/language'] as const) : [];
  return {
    address: `${HOME}/${name}`,
    access: access.list,
    read: access.read,
    paged: { path, sort },
    beside: beside.map(other => ({
      call: `${collectionOf(other).path}?page=1&per_page=${MAX_PER_PAGE}&sort=order&order=asc`,
      access: collectionOf(other).access.list,
    })),
  };
};

const { byProjects } = categoryEndpoints;
const trees = routes
  .filter(({ path }) => path === `${HOME}/categories`)
  .map(
    ({ path, access }): FirstList => ({
      address: path,
      access,
      read: null,
      paged: null,
      beside: [{ call: byProjects.path, access: byProjects.access }],
    }),
  );
