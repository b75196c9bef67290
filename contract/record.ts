import { type CollectionOptions, collection } from './collection.ts';
import type { Fields } from './fields.ts';
import type { MenuPlace } from './menu.ts';
import type { RulesOf } from './rules.ts';
import type { Screens } from './screens.ts';

/**
 * What a resource has to ask for; one word each, and both sides follow.
 * - `history`: changes are recorded, as drafts until a publication takes them up, and each record shows its history
 * - `presence`: people are told when somebody else saves the record that they are editing
 * - `filterEvents`: open lists are told when the values that they are filtered by change
 * - `search`: the search in the header looks through it
 */
export type Feature = 'history' | 'presence' | 'filterEvents' | 'search';

/** Filters of a list. */
type Filters = Readonly<Record<string, unknown>>;

interface RecordOptions<P extends string, F extends Fields, W extends Feature, L, S, Fault extends string>
  extends Omit<CollectionOptions<F>, 'fields' | 'rules'> {
  /** Below the API base. */
  path: P;
  features?: readonly W[];
  /** The list is a plain array of what these filters find where no page is asked for. */
  plainList?: L;
  /** Its place in the menu; in none by default. */
  menu?: MenuPlace;
  screens?: S;
  /** Conditions across its fields. */
  rules?: RulesOf<F, Fault>;
}

/** Declares a resource: its fields, then who may do what with its records. */
export const defineRecord = <
  const N extends string,
  const P extends `/${string}`,
  F extends Fields,
  const W extends Feature = never,
  L extends Filters | null = null,
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

/** What generic code knows of a resource besides its collection. */
export interface AnyRecord {
  name: string;
  access: CollectionOptions<Fields>['access'];
  features: readonly Feature[];
  plainList: Filters | null;
  menu: MenuPlace | null;
  screens: Screens;
}
