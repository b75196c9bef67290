import type { ComponentType, ReactNode } from 'react';
import type { ResourceDefinition } from 'react-admin';
import type { RouteObject } from 'react-router-dom';
import type { Collection } from '#contract/collection.ts';
import type { Access } from '#contract/permissions.ts';
import type { FieldName, OwnResource, RecordOf, ResourceName, records } from '#contract/records.ts';
import type { MessageKey } from '#i18n/translate.ts';
import type { AnyCell, AnyInput, CellProps, InputProps } from '../fields/own.tsx';
import type { LoadScreen, StockScreens } from '../stock/stockRoute.tsx';

/** A tab of an editor: fields of the record, or a component when fields are not enough. */
export interface Tab<Edited extends string = string> {
  label: MessageKey;
  fields: readonly Edited[] | ComponentType;
  /** The fields that a component edits, so that the save bar can lead to them. */
  edits?: readonly Edited[];
}

/** A tab for each that the record names, which says who may open it; of a resource without tabs there is none. */
type Tabs<R extends ResourceName, Edited extends string> = R extends OwnResource
  ? (typeof records)[R]['screens'] extends { tabs: infer T }
    ? { readonly [P in keyof T]: Tab<Edited> }
    : never
  : never;

/** How somebody came to an editor without a tab in the address. */
export interface EditorRequest {
  role: string;
  query: URLSearchParams;
}

/** Records without a value of a field, one press away for those whose work they are. */
export interface QuickFilter<F extends string = string> {
  without: F;
  label: MessageKey;
  access: Access;
}

/** What is shown once a record is made: the values of its answer that no record has, null when they did not arrive. */
export interface AfterCreateProps {
  shown: Record<string, unknown> | null;
  onClose: () => void;
}

type FieldsOf<R extends ResourceName> = R extends OwnResource ? (typeof records)[R]['fields'] : object;
/** What a client may write of a record. */
export type WritableField<R extends ResourceName> = {
  [N in keyof FieldsOf<R>]: FieldsOf<R>[N] extends { readOnly: true } ? never : N;
}[keyof FieldsOf<R>];
type HeldIn<R extends ResourceName, N> = N extends keyof RecordOf<R> ? NonNullable<RecordOf<R>[N]> : never;

/** The mistake is the name of a property that is missing, since that is what the compiler prints last. */
export type NothingUnshown<Unshown> = [Unshown] extends [never]
  ? unknown
  : {
      [N in Unshown &
        string as `field ${N} is shown nowhere: add it to columns, optionalColumns, tabs, fields or hidden`]: never;
    };

/**
 * What a developer declares of a resource; its fields, access and search are the contract's. `Listed` are the fields that
 * a list can show, `Edited` those of the form: every field where neither `tabs` nor `fields` names any.
 */
export interface ResourceConfig<
  R extends ResourceName,
  Listed extends FieldName<R> = FieldName<R>,
  Edited extends FieldName<R> = FieldName<R>,
> {
  icon: ComponentType;
  /** Columns of the list in their order; the first one names the record and links to it. */
  columns: readonly Listed[];
  /** Columns that can be switched on besides. */
  optionalColumns?: readonly Listed[];
  /** Fields that no screen shows on purpose. */
  hidden?: readonly Listed[];
  /** Inputs of single fields, in place of those of their kinds. */
  inputs?: { readonly [N in FieldName<R>]?: ComponentType<InputProps<HeldIn<R, N>>> };
  /** Cells of single fields, in place of those of their kinds. */
  cells?: { readonly [N in FieldName<R>]?: ComponentType<CellProps<HeldIn<R, N>>> };
  quickFilters?: readonly QuickFilter<FieldName<R>>[];
  /** Tabs by their address; without tabs the editor shows every field on one page. */
  tabs?: Tabs<R, Edited>;
  /** The tab an editor opens on; the first one by default. Who may open which is in the contract's routes. */
  defaultTab?: (visit: EditorRequest) => string;
  /** A record in one line; its `name` by default. */
  represent?: (record: RecordOf<R>) => string;
  /** Actions beside «create» above the list. */
  listActions?: ReactNode;
  /** Actions on what is selected in the list. */
  selectionActions?: ReactNode;
  /** Actions on one record, in its row and above its form. */
  recordActions?: ComponentType<{ record: RecordOf<R> }>;
  /** What is shown once a record is made, before its form is left. */
  afterCreate?: ComponentType<AfterCreateProps>;
  /** The fields of an editor without tabs, in their order; every field by default. */
  fields?: readonly Edited[];
  /** Whether this person may change these fields of this record, or remove it (null), where the contract's rules do not say it of all alike. */
  canEdit?: (record: RecordOf<R>, person: Person, names: readonly string[] | null) => boolean;
  /** What stands below the fields of an editor without tabs, and saves by itself. */
  footer?: ComponentType;
  /** Whole screens of react-admin's own parts, in place of those that are drawn from the declaration. */
  list?: LoadScreen;
  create?: LoadScreen;
  edit?: LoadScreen;
  /** There is none otherwise: the editor shows the record. */
  show?: LoadScreen;
}

/** Whoever looks at a screen. */
export interface Person {
  id: number;
  role: string;
  granted: ReadonlySet<string>;
}

/** A declaration the generic screens read; the record type is erased. */
export interface Definition {
  name: ResourceName;
  collection: Collection;
  /** Whether it is not known yet which attributes there are: some of its fields are still to come. */
  isAwaiting?: boolean;
  icon: ComponentType;
  columns: readonly string[];
  optionalColumns: readonly string[];
  filters: readonly string[];
  quickFilters: readonly QuickFilter[];
  inputs: Readonly<Record<string, AnyInput | undefined>>;
  cells: Readonly<Record<string, AnyCell | undefined>>;
  tabs: Readonly<Record<string, Tab>> | null;
  defaultTab: (visit: EditorRequest) => string;
  represent: (record: { id: number; name?: unknown }) => string;
  listActions: ReactNode;
  selectionActions: ReactNode;
  recordActions: ComponentType<{ record: { id: number } }> | null;
  afterCreate: ComponentType<AfterCreateProps> | null;
  fields: readonly string[] | null;
  canEdit: ((record: { id: number }, person: Person, names: readonly string[] | null) => boolean) | null;
  footer: ComponentType | null;
  stock: StockScreens;
}

/** React-admin's definition of a resource with our declaration and its routes beside it. */
export type DefinedResource<R extends ResourceName = ResourceName> = ResourceDefinition & {
  name: R;
  definition: Definition;
  route: RouteObject;
};
