import type { ComponentType, ReactNode } from 'react';
import type { Field, Kind, Kinds } from '#contract/fields.ts';

/** Active filters by query parameter, the same in the address and in API requests. */
export type FilterValues = Record<string, unknown>;

/** Props of a kind's input, which reads its value from the form by `name`. */
export interface KindInputProps<K extends Kind = Kind> {
  name: string;
  label: string;
  field: Field<K>;
}

/** Renders a value. The function keeps its identity until its lookups change, so that cells are not rendered again. */
export type RenderValue = (value: unknown) => ReactNode;

/** An active filter, by the names of its query parameters. */
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

/** A part of the items that a field holds, such as the categories of one platform. */
export interface ItemPart<K extends Kind = Kind> {
  /** The part by its name in an edit; null for all items. */
  within: string | null;
  label: string | null;
  /** The field limited to this part, for its input. */
  field: Field<K>;
  /** The items of this part in a whole value. */
  of: (value: unknown) => unknown;
}

/** How a kind is rendered on every screen. */
interface Looks<K extends Kind> {
  Input: ComponentType<KindInputProps<K>>;
  /** Runs the lookups once per column rather than once per cell; never receives an empty value. */
  useCell(field: Field<K>): RenderValue;
  /** Column width in px; text columns share the remaining space. */
  width(field: Field<K>): number;
  isNumeric: boolean;
  /** Whether the value needs the field's name next to it when there is no column header. */
  needsLabel: boolean;
  /** Whether the input needs the full width of the form. */
  isWide(field: Field<K>): boolean;
  /** Whether the value helps to recognise a record and belongs in the header of its editor. */
  identifies: boolean;
  /** Whether a change also shows the numeric difference. */
  isMeasured: boolean;
  /** Whether emptiness means «none» rather than «not filled in». */
  isCounted: boolean;
  /** Input for the items that a bulk edit removes, if less than a whole item identifies one; null to use `Input`. */
  RemovedInput: ComponentType<KindInputProps<K>> | null;
  /** The parts that a bulk edit can change separately; null while they load. */
  useParts(field: Field<K>): readonly ItemPart<K>[] | null;
  /** A custom view of a change; null shows both cells side by side. */
  Diff: ComponentType<DiffProps<K>> | null;
}
interface Filtering<K extends Kind> {
  Filter: ComponentType<FilterProps<K>>;
  FilterText: ComponentType<FilterTextProps<K>>;
}
interface NoFilter {
  Filter: null;
  FilterText: null;
}
/** Typed by kind, so that a kind without a view does not compile. */
export type KindViews = { [K in Kind]: Looks<K> & (Kinds[K]['filter'] extends null ? NoFilter : Filtering<K>) };
/** A view with the kind erased. */
export type KindView = Looks<Kind> & (Filtering<Kind> | NoFilter);

const whole = <K extends Kind>(field: Field<K>): readonly ItemPart<K>[] => [
  { within: null, label: null, field, of: value => value },
];

const defaults = {
  isNumeric: false,
  needsLabel: false,
  isWide: () => false,
  identifies: false,
  isMeasured: false,
  isCounted: false,
  RemovedInput: null,
  useParts: whole,
  Diff: null,
};
type Assumed = keyof typeof defaults;
type Given<K extends Kind> = Omit<Looks<K>, Assumed> & Partial<Pick<Looks<K>, Assumed>>;
const noFilter: NoFilter = { Filter: null, FilterText: null };

/** Declares the view of a filterable kind; common settings may be omitted. */
export const filteredView = <const K extends Kind>(
  _kind: K,
  view: Given<K> & Filtering<K>,
): Looks<K> & Filtering<K> => ({
  ...defaults,
  ...view,
});

/** Declares the view of a kind without filters. */
export const plainView = <const K extends Kind>(_kind: K, view: Given<K>): Looks<K> & NoFilter => ({
  ...defaults,
  ...noFilter,
  ...view,
});
