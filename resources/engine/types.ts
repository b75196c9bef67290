import type { ComponentType, ReactNode } from 'react';
import type { ResourceDefinition } from 'react-admin';
import type { RouteObject } from 'react-router-dom';
import type { Collection } from '#contract/collection.ts';
import type { Access } from '#contract/permissions.ts';
import type { DeclaredResource, FieldName, ResourceName, ResourceRecord, records } from '#contract/records.ts';
import type { MessageKey } from '#i18n/translate.ts';
import type { AnyCell, AnyInput, CellProps, InputProps } from '../fields/custom.tsx';
import type { LoadScreen, StockScreens } from '../stock/createStockRoute.tsx';

export interface Tab<Edited extends string = string> {
  label: MessageKey;
  fields: readonly Edited[] | ComponentType;
  /** The fields that the component edits, so that the save bar can link to them. */
  edits?: readonly Edited[];
}

/**
 * One entry for each tab in the contract, which also declares who may open the tab. Not allowed for a resource without
 * tabs.
 */
type Tabs<R extends ResourceName, Edited extends string> = R extends DeclaredResource
  ? (typeof records)[R]['screens'] extends { tabs: infer T }
    ? { readonly [P in keyof T]: Tab<Edited> }
    : never
  : never;

/** A one-click filter for records that lack a value, shown to the people whose job it is to enter this value. */
export interface QuickFilter<F extends string = string> {
  excludedValue: F;
  label: MessageKey;
  access: Access;
}

/** Values that only the create response contains, such as a password; null if the response was lost. */
export interface AfterCreateProps {
  shownResult: Record<string, unknown> | null;
  record: Record<string, unknown>;
  onClose: () => void;
}

type FieldsOf<R extends ResourceName> = R extends DeclaredResource ? (typeof records)[R]['fields'] : object;
export type WritableField<R extends ResourceName> = {
  [N in keyof FieldsOf<R>]: FieldsOf<R>[N] extends { readOnly: true } ? never : N;
}[keyof FieldsOf<R>];
type NonNullFieldValue<R extends ResourceName, N> = N extends keyof ResourceRecord<R>
  ? NonNullable<ResourceRecord<R>[N]>
  : never;

/**
 * The fields that an editor shows. The compiler cannot check which fields a screen made of react-admin's components
 * contains, so for such an `edit`, only the fields listed in `fields` count.
 */
export type EditableFields<R extends ResourceName, Edited, Edit> = Edit extends LoadScreen
  ? FieldName<R> extends Edited
    ? never
    : Edited
  : Edited;

/** Adds a property whose name is the error message, because the compiler prints the missing property last. */
export type NoHiddenFields<Unshown> = [Unshown] extends [never]
  ? unknown
  : {
      [N in Unshown &
        string as `field ${N} is shown nowhere: add it to columns, optionalColumns, tabs, fields or hidden`]: never;
    };

/**
 * The declaration of a resource; fields, access and search come from the contract. `Listed` are the fields that a list
 * can show. `Edited` are the fields in the form, which are all fields unless `tabs` or `fields` names some.
 */
export interface ResourceConfig<
  R extends ResourceName,
  Listed extends FieldName<R> = FieldName<R>,
  Edited extends FieldName<R> = FieldName<R>,
> {
  icon: ComponentType;
  /** The first column names the record and links to it, so it cannot be hidden. */
  columns: readonly Listed[];
  optionalColumns?: readonly Listed[];
  /** Fields that no screen shows, on purpose; listing them here satisfies the compiler's check. */
  hidden?: readonly Listed[];
  inputs?: { readonly [N in FieldName<R>]?: ComponentType<InputProps<NonNullFieldValue<R, N>>> };
  cells?: { readonly [N in FieldName<R>]?: ComponentType<CellProps<NonNullFieldValue<R, N>>> };
  quickFilters?: readonly QuickFilter<FieldName<R>>[];
  /** Tabs by their address segment; without tabs the editor shows all fields on one page. */
  tabs?: Tabs<R, Edited>;
  represent?: (record: ResourceRecord<R>) => string;
  listActions?: ReactNode;
  selectionActions?: ReactNode;
  recordActions?: ComponentType<{ record: ResourceRecord<R> }>;
  /** Shown before the form closes, because it contains values that can be read only once. */
  afterCreate?: ComponentType<AfterCreateProps>;
  /** By default, every field. Not used by editors with tabs, because each tab lists its own fields. */
  fields?: readonly Edited[];
  /**
   * Whether the user may change these fields of the record, or delete it (null). Only for rules that depend on the
   * record, because the contract declares the general rules.
   */
  canEdit?: (record: ResourceRecord<R>, currentUser: CurrentUser, names: readonly string[] | null) => boolean;
  /**
   * Explains why fields of the record are read-only, or (if the record is null) why the user may not create records.
   * Needed only if the general explanation is not enough.
   */
  whyClosed?: (record: ResourceRecord<R> | null, currentUser: CurrentUser) => MessageKey | null;
  footer?: ComponentType;
  list?: LoadScreen;
  create?: LoadScreen;
  edit?: LoadScreen;
  /** A page that shows the record. No such page is generated: by default, the editor shows the record. */
  show?: LoadScreen;
}

export interface CurrentUser {
  id: number;
  role: string;
  grantedSlugs: ReadonlySet<string>;
  isActing: boolean;
}

/** A declaration as the generic screens use it, with the record type erased so that one screen fits all resources. */
export interface Definition {
  name: ResourceName;
  collection: Collection;
  /** True while attributes load, when some fields are still missing. */
  isAwaiting?: boolean;
  icon: ComponentType;
  columns: readonly string[];
  optionalColumns: readonly string[];
  filters: readonly string[];
  quickFilters: readonly QuickFilter[];
  inputs: Readonly<Record<string, AnyInput | undefined>>;
  cells: Readonly<Record<string, AnyCell | undefined>>;
  tabs: Readonly<Record<string, Tab>> | null;
  represent: (record: { id: number; name?: unknown }) => string;
  listActions: ReactNode;
  selectionActions: ReactNode;
  recordActions: ComponentType<{ record: { id: number } }> | null;
  afterCreate: ComponentType<AfterCreateProps> | null;
  fields: readonly string[] | null;
  canEdit: ((record: { id: number }, currentUser: CurrentUser, names: readonly string[] | null) => boolean) | null;
  whyClosed: ((record: { id: number } | null, currentUser: CurrentUser) => MessageKey | null) | null;
  footer: ComponentType | null;
  stock: StockScreens;
}

export type DefinedResource<R extends ResourceName = ResourceName> = ResourceDefinition & {
  name: R;
  definition: Definition;
  route: RouteObject;
};
