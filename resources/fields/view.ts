import type { ComponentType, ReactNode } from 'react';
import type { Field, Kind, Kinds } from '#contract/fields.ts';

/** Filters in force by the name of their query parameter, as the address and the API carry them. */
export type FilterValues = Record<string, unknown>;

/** What the input of a kind is given; it takes its value from the form by `name`. */
export interface KindInputProps<K extends Kind = Kind> {
  name: string;
  label: string;
  field: Field<K>;
}

/** Draws a value of a field; the same function until something that it looks up is different. */
export type DrawValue = (value: unknown) => ReactNode;

/** A filter of a list in force, by the names of its query parameters. */
export interface FilterTextProps<K extends Kind = Kind> {
  field: Field<K>;
  name: string;
  values: FilterValues;
}
export interface FilterProps<K extends Kind = Kind> extends FilterTextProps<K> {
  onChange: (changes: FilterValues) => void;
}

export interface DiffProps<K extends Kind = Kind> {
  field: Field<K>;
  before: unknown;
  after: unknown;
}

/** How a kind looks wherever it is drawn. */
interface Looks<K extends Kind> {
  Input: ComponentType<KindInputProps<K>>;
  /** Looks up, once for all values of a column, what drawing them takes; an empty value never comes to it. */
  useCell(field: Field<K>): DrawValue;
  /** Width of a column in px; text columns share what is left. */
  width(field: Field<K>): number;
  isNumeric: boolean;
  /** Its value means nothing without the name of the field: where no head stands above it, that stands before it. */
  needsLabel: boolean;
  /** Its input needs the whole width of the form. */
  isWide(field: Field<K>): boolean;
  /** It tells a record apart at a glance, and stands in the head of its editor. */
  identifies: boolean;
  /** A change is also drawn as by how much the value is another one. */
  isMeasured: boolean;
  /** A record has some of it or none, rather than being filled in. */
  isCounted: boolean;
  /** A change from one value to another, where that is not both cells side by side. */
  Diff: ComponentType<DiffProps<K>> | null;
}
/** A kind that lists are filtered by has the editor of its filter, and the words for one in force. */
interface Filtering<K extends Kind> {
  Filter: ComponentType<FilterProps<K>>;
  FilterText: ComponentType<FilterTextProps<K>>;
}
interface NoFilter {
  Filter: null;
  FilterText: null;
}
/** How each kind of the contract is drawn. */
export type Views = { [K in Kind]: Looks<K> & (Kinds[K]['filter'] extends null ? NoFilter : Filtering<K>) };
/** How any field is drawn. */
export type View = Looks<Kind> & (Filtering<Kind> | NoFilter);

const defaults = {
  isNumeric: false,
  needsLabel: false,
  isWide: () => false,
  identifies: false,
  isMeasured: false,
  isCounted: false,
  Diff: null,
};
type Assumed = keyof typeof defaults;
type Given<K extends Kind> = Omit<Looks<K>, Assumed> & Partial<Pick<Looks<K>, Assumed>>;
const noFilter: NoFilter = { Filter: null, FilterText: null };

/** Declares how a kind that lists are filtered by is drawn; what most of them share may be left out. */
export const filteredView = <const K extends Kind>(
  _kind: K,
  view: Given<K> & Filtering<K>,
): Looks<K> & Filtering<K> => ({
  ...defaults,
  ...view,
});

/** Declares how a kind that no list is filtered by is drawn. */
export const plainView = <const K extends Kind>(_kind: K, view: Given<K>): Looks<K> & NoFilter => ({
  ...defaults,
  ...noFilter,
  ...view,
});
