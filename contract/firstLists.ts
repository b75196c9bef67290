import { HOME } from './addresses.ts';
import { attributesIn } from './attributes.ts';
import { MAX_PER_PAGE } from './limits.ts';
import type { Access } from './permissions.ts';
import { collectionOf, resourceNames } from './records.ts';

/** A list as the pages know it before the application has come: few words, so that the build can write them there. */
export interface FirstList {
  /** Where it stands, below `/content`. */
  address: string;
  access: Access;
  /** Its call, below the API base. */
  path: string;
  /** What it can be ordered by, the default first. */
  sort: readonly string[];
  /** What its screen reads besides. */
  beside: readonly { call: string; access: Access }[];
}

/** Every list of the application; the build writes them into the pages' code. */
export const firstLists = (): FirstList[] =>
  resourceNames.map(name => {
    const { access, path, sort } = collectionOf(name);
    const beside = attributesIn(collectionOf(name)) ? (['settings/attribute', 'settings/language'] as const) : [];
    return {
      address: `${HOME}/${name}`,
      access: access.list,
      path,
      sort,
      beside: beside.map(other => ({
        call: `${collectionOf(other).path}?page=1&per_page=${MAX_PER_PAGE}&sort=order&order=asc`,
        access: collectionOf(other).access.list,
      })),
    };
  });
