import type { ComponentType, ReactNode } from 'react';
import type { Field, Kind, Kinds } from '#contract/fields.ts';

/** Uses the parameter names of the API. The address uses them too, so that no mapping is needed. */
export type FilterValues = Record<string, unknown>;

export interface KindInputProps<K extends Kind = Kind> {
  name: string;
  label: string;
  field: Field<K>;
}

/** Renders a value. The function keeps its identity until its lookups change, so that cells are not rendered again. */
export type RenderValue = (value: unknown) => ReactNode;

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

export interface ItemPart<K extends Kind = Kind> {
  within: string | null;
  label: string | null;
  field: Field<K>;
  of: (value: unknown) => unknown;
}

export interface ItemParts<K extends Kind = Kind> {
  /** Null while they load or if they could not be loaded. */
  itemParts: readonly ItemPart<K>[] | null;
  failure?: { error: Error; retry: () => void } | null;
}

interface KindRenderers<K extends Kind> {
  Input: ComponentType<KindInputProps<K>>;
  /** Lookups run once per column rather than once per cell. Never receives an empty value. */
  useCell(field: Field<K>): RenderValue;
  /** In px; text columns share the remaining space. */
  width(field: Field<K>): number;
  isNumeric: boolean;
  needsLabel: boolean;
  isWide(field: Field<K>): boolean;
  /** Whether the value helps users to recognise a record and therefore belongs in the header of its editor. */
  identifies: boolean;
  isMeasured: boolean;
  /** Whether emptiness means «none» rather than «not filled in». */
  isCounted: boolean;
  /** For kinds whose items are identified by only a part of their value; null to use `Input`. */
  RemovedInput: ComponentType<KindInputProps<K>> | null;
  useParts(field: Field<K>): ItemParts<K>;
  /** Null shows both cells side by side. */
  Diff: ComponentType<DiffProps<K>> | null;
}
interface FilterComponents<K extends Kind> {
  Filter: ComponentType<FilterProps<K>>;
  FilterText: ComponentType<FilterTextProps<K>>;
}
interface NoFilter {
  Filter: null;
  FilterText: null;
}
/** Typed by kind, so that a kind without a view does not compile. */
export type KindViews = {
  [K in Kind]: KindRenderers<K> & (Kinds[K]['filter'] extends null ? NoFilter : FilterComponents<K>);
};
export type KindView = KindRenderers<Kind> & (FilterComponents<Kind> | NoFilter);

const createSinglePart = <K extends Kind>(field: Field<K>): ItemParts<K> => ({
  itemParts: [{ within: null, label: null, field, of: value => value }],
});

const defaultOptions = {
  isNumeric: false,
  needsLabel: false,
  isWide: () => false,
  identifies: false,
  isMeasured: false,
  isCounted: false,
  RemovedInput: null,
  useParts: createSinglePart,
  Diff: null,
};
type DefaultedKey = keyof typeof defaultOptions;
type ViewOptions<K extends Kind> = Omit<KindRenderers<K>, DefaultedKey> & Partial<Pick<KindRenderers<K>, DefaultedKey>>;
const noFilter: NoFilter = { Filter: null, FilterText: null };

export const defineFilteredView = <const K extends Kind>(
  _kind: K,
  view: ViewOptions<K> & FilterComponents<K>,
): KindRenderers<K> & FilterComponents<K> => ({
  ...defaultOptions,
  ...view,
});

export const definePlainView = <const K extends Kind>(_kind: K, view: ViewOptions<K>): KindRenderers<K> & NoFilter => ({
  ...defaultOptions,
  ...noFilter,
  ...view,
});
