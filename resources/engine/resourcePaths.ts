import { HOME_PATH } from '#contract/addresses.ts';
import type { ResourceName } from '#contract/records.ts';
import { findRouteRule, routes } from '#contract/routes.ts';
import type { Definition } from './types.ts';

/** The addresses of a resource (§2): editors with tabs use `/{id}/{tab}`, others `/{id}/edit`. */
export const getListPath = (name: ResourceName): string => `${HOME_PATH}/${name}`;

export const getFilteredListUrl = (name: ResourceName, filter: Record<string, unknown>): string =>
  `${getListPath(name)}?${new URLSearchParams({ filter: JSON.stringify(filter) }).toString()}`;

export const getCreatePath = ({ name }: Pick<Definition, 'name'>): string =>
  `${getListPath(name)}/${getCreateSegment(name)}`;

/** §2 uses two different words in the address of the page for a new record. */
export const getCreateSegment = (name: ResourceName): 'new' | 'create' =>
  routes.some(({ path }) => path === `${getListPath(name)}/new`) ? 'new' : 'create';

/** The address of an editor; without `tab` the editor chooses its default tab when it opens. */
export const getEditPath = ({ name, tabs }: Pick<Definition, 'name' | 'tabs'>, id: number | string, tab?: string) => {
  const suffix = tabs ? (tab ? `/${tab}` : '') : '/edit';
  return `${getListPath(name)}/${id}${suffix}`;
};

/** react-admin knows only `/create` and `/{id}`, so its addresses are mapped to the resource's own (§2). */
export const fromReactAdminPath = (pathname: string): string => {
  const isRoute = (address: string): boolean => routes.some(({ path }) => path === address);
  // Checked before the route table, because `/{id}` would match `create` as an id.
  if (pathname.endsWith('/create') && !isRoute(pathname)) return pathname.replace(/create$/, 'new');
  const rule = findRouteRule(pathname);
  return rule && isRoute(`${rule.path}/edit`) ? `${pathname}/edit` : pathname;
};
