import { allows, type PermissionSlug } from './permissions.ts';
import { confinedTo, routes } from './routes.ts';
import type { RouteRule } from './screens.ts';

/** A page that somebody reaches, and the permission that opens it; null where being signed in is enough. */
export interface ReachedPage {
  path: string;
  slug: PermissionSlug | null;
}

/**
 * Every page that somebody of a role who holds these permissions reaches, in the order of the table of routes. Addresses
 * that only lead on to another, and the pages of single references, which all open alike, are left out.
 */
export const reachedPages = (role: string, granted: ReadonlySet<string>): ReachedPage[] =>
  routes
    .filter(rule => isPage(rule) && confinedTo(role, rule.path) === null && allows(rule.access, granted))
    .map(({ path, access }) => ({
      path,
      slug: typeof access === 'string' ? null : (access.find(slug => granted.has(slug)) ?? null),
    }));

const OF_REFERENCES = '/content/settings/reference/';

const isPage = ({ path, aliasOf }: RouteRule): boolean =>
  !aliasOf &&
  !path.endsWith('/:id') &&
  !(path.startsWith(OF_REFERENCES) && !/^(create|:id\/edit)$/.test(path.slice(OF_REFERENCES.length)));

/** Somebody whose rights are known. */
interface Holder {
  id: number;
  rights: readonly { slug: string }[];
}

/** Whether somebody holds all that another holds: only then may they change, remove or act as them. */
export const holdsAllOf = (granted: ReadonlySet<string>, held: readonly { slug: string }[]): boolean =>
  held.every(({ slug }) => granted.has(slug));

/** What nobody says of themselves: whoever else has the right to, does it. */
export const saidByOthers = ['role', 'permissions', 'status', 'password'] as const;

type Changer = { id: number; granted: ReadonlySet<string> };

/** Whether a person may change these fields of a user. */
export const mayChangeUser = (person: Changer, user: Holder, names: readonly string[]): boolean =>
  holdsAllOf(person.granted, user.rights) &&
  (person.id !== user.id || !names.some(name => saidByOthers.some(other => other === name)));

/** Whether a person may block or remove a user, or act as them: the same, and nobody does it to themselves. */
export const mayActOnUser = (person: Changer, user: Holder): boolean =>
  person.id !== user.id && holdsAllOf(person.granted, user.rights);
