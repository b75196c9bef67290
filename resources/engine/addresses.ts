import { HOME } from '#contract/addresses.ts';
import type { ResourceName } from '#contract/records.ts';
import { routes, ruleOf } from '#contract/routes.ts';
import type { Definition } from './types.ts';

/** Addresses of a resource's screens (§2): editors with tabs live at `/{id}/{tab}`, others at `/{id}/edit`. */
export const listAddress = (name: ResourceName): string => `${HOME}/${name}`;

export const createAddress = ({ name }: Pick<Definition, 'name'>): string =>
  `${listAddress(name)}/${createSegment(name)}`;

/** §2 names the page of a new record in two ways. */
export const createSegment = (name: ResourceName): 'new' | 'create' =>
  routes.some(({ path }) => path === `${listAddress(name)}/new`) ? 'new' : 'create';

/** The editor of a record; without `tab` the editor's own default tab is chosen when it opens. */
export const editAddress = ({ name, tabs }: Pick<Definition, 'name' | 'tabs'>, id: number | string, tab?: string) => {
  const suffix = tabs ? (tab ? `/${tab}` : '') : '/edit';
  return `${listAddress(name)}/${id}${suffix}`;
};

/** An address of react-admin's, which knows `/create` and `/{id}` alone, as the resource has it. */
export const ownAddress = (pathname: string): string => {
  const rule = ruleOf(pathname);
  if (!rule) return pathname.replace(/\/create$/, '/new');
  return routes.some(({ path }) => path === `${rule.path}/edit`) ? `${pathname}/edit` : pathname;
};
