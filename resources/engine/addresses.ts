import { HOME_PATH } from '#contract/addresses.ts';
import type { ResourceName } from '#contract/records.ts';
import { routeRuleOf, routes } from '#contract/routes.ts';
import type { Definition } from './types.ts';

/** The addresses of a resource (§2): editors with tabs use `/{id}/{tab}`, others `/{id}/edit`. */
export const listAddress = (name: ResourceName): string => `${HOME_PATH}/${name}`;

export const filteredListUrl = (name: ResourceName, filter: Record<string, unknown>): string =>
  `${listAddress(name)}?${new URLSearchParams({ filter: JSON.stringify(filter) }).toString()}`;

export const createAddress = ({ name }: Pick<Definition, 'name'>): string =>
  `${listAddress(name)}/${createSegment(name)}`;

/** §2 uses two words for the page of a new record. */
export const createSegment = (name: ResourceName): 'new' | 'create' =>
  routes.some(({ path }) => path === `${listAddress(name)}/new`) ? 'new' : 'create';

/** The address of an editor; without `tab` the editor chooses its default tab when it opens. */
export const editAddress = ({ name, tabs }: Pick<Definition, 'name' | 'tabs'>, id: number | string, tab?: string) => {
  const suffix = tabs ? (tab ? `/${tab}` : '') : '/edit';
  return `${listAddress(name)}/${id}${suffix}`;
};

/** react-admin knows only `/create` and `/{id}`, so its addresses are mapped to the resource's own (§2). */
export const fromReactAdminAddress = (pathname: string): string => {
  const isRoute = (address: string): boolean => routes.some(({ path }) => path === address);
  // Checked before the route table, because `/{id}` would match `create` as an id.
  if (pathname.endsWith('/create') && !isRoute(pathname)) return pathname.replace(/create$/, 'new');
  const rule = routeRuleOf(pathname);
  return rule && isRoute(`${rule.path}/edit`) ? `${pathname}/edit` : pathname;
};
