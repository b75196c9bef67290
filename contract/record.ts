import { type CollectionOptions, collection } from './collection.ts';
import type { Fields } from './fields.ts';
import type { MenuPosition } from './menu.ts';
import type { RecordRules } from './rules.ts';
import type { Screens } from './screens.ts';

/**
 * Optional features of a resource. Client and server both follow from the declaration.
 * - `drafts`: changes are collected in drafts until published
 * - `presence`: users are notified when someone else saves the record they are editing
 * - `filterEvents`: open lists reload when the values they are filtered by change
 * - `search`: the global search includes the resource
 * - `audit`: changes are recorded as security events, with who made them and from where
 */
export type Feature = 'drafts' | 'presence' | 'filterEvents' | 'search' | 'audit';

type PlainListFilters = Readonly<Record<string, unknown>>;

interface RecordOptions<P extends string, F extends Fields, W extends Feature, L, S, Fault extends string>
  extends Omit<CollectionOptions<F>, 'fields' | 'rules'> {
  path: P;
  features?: readonly W[];
  /**
   * The specification defines some lists as bare arrays. They are restricted by these filters, and paged only on
   * request (contract 2).
   */
  plainList?: L;
  menu?: MenuPosition;
  screens?: S;
  rules?: RecordRules<F, Fault>;
}

export const defineRecord = <
  const N extends string,
  const P extends `/${string}`,
  F extends Fields,
  const W extends Feature = never,
  L extends PlainListFilters | null = null,
  const S extends Screens = object,
  const Fault extends string = never,
>(
  name: N,
  fields: F,
  { path, features = [], plainList, menu, screens, rules = [], ...options }: RecordOptions<P, F, W, L, S, Fault>,
) =>
  Object.assign(collection(path, { ...options, fields }), {
    name,
    features,
    plainList: (plainList ?? null) as L,
    menu: menu ?? null,
    screens: (screens ?? {}) as S,
    rules,
  });

export interface AnyRecord {
  name: string;
  access: CollectionOptions<Fields>['access'];
  features: readonly Feature[];
  plainList: PlainListFilters | null;
  menu: MenuPosition | null;
  screens: Screens;
}
