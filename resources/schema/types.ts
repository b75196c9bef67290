import type { ComponentType, ReactNode } from 'react';
import type { ResourceProps } from 'react-admin';
import type { Collection } from '#contract/collection.ts';
import type { Access } from '#contract/permissions.ts';
import type { FieldName, RecordOf, ResourceName } from '#contract/records.ts';
import type { MessageKey } from '#i18n/translate.ts';

/** A tab of an editor: fields of the record, or a component when fields are not enough. */
export interface Tab<R extends ResourceName> {
  label: MessageKey;
  shows: readonly FieldName<R>[] | ComponentType;
  /** The fields that a component edits, so that the save bar can lead to them. */
  edits?: readonly FieldName<R>[];
}

/** How somebody came to an editor without a tab in the address. */
export interface Visit {
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
export interface MadeProps {
  shown: Record<string, unknown> | null;
  onClose: () => void;
}

/** What a developer declares of a resource; its fields, access and search are the contract's. */
export interface ResourceConfig<R extends ResourceName> {
  icon: ComponentType;
  /** Columns of the list in their order; the first one names the record and links to it. */
  columns: readonly FieldName<R>[];
  /** Columns that can be switched on besides. */
  moreColumns?: readonly FieldName<R>[];
  quickFilters?: readonly QuickFilter<FieldName<R>>[];
  /** Tabs by their address; without tabs the editor shows every field on one page. */
  tabs?: { readonly [path: string]: Tab<R> };
  /** The tab an editor opens on; the first one by default. Who may open which is in the contract's routes. */
  landing?: (visit: Visit) => string;
  /** A record in one line; its `name` by default. */
  represent?: (record: RecordOf<R>) => string;
  /** Actions beside «create» above the list. */
  listActions?: ReactNode;
  /** Actions on what is selected in the list. */
  selectionActions?: ReactNode;
  /** Actions on one record, in its row and above its form. */
  recordActions?: ComponentType<{ record: RecordOf<R> }>;
  /** What is shown once a record is made, before its form is left. */
  made?: ComponentType<MadeProps>;
  /** The fields of an editor without tabs, in their order; every field by default. */
  shows?: readonly FieldName<R>[];
  /** Whether this person may change these fields of this record, or remove it (null), where the contract's rules do not say it of all alike. */
  mayChange?: (record: RecordOf<R>, person: Person, names: readonly string[] | null) => boolean;
  /** Pages of the resource's own, by their address below its list. */
  pages?: { readonly [path: string]: ComponentType };
  /** What stands below the fields of an editor without tabs, and saves by itself. */
  below?: ComponentType;
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
  moreColumns: readonly string[];
  filters: readonly string[];
  quickFilters: readonly QuickFilter[];
  tabs: Readonly<Record<string, Tab<ResourceName>>> | null;
  landing: (visit: Visit) => string;
  represent: (record: { id: number; name?: unknown }) => string;
  listActions: ReactNode;
  selectionActions: ReactNode;
  recordActions: ComponentType<{ record: { id: number } }> | null;
  made: ComponentType<MadeProps> | null;
  shows: readonly string[] | null;
  mayChange: ((record: { id: number }, person: Person, names: readonly string[] | null) => boolean) | null;
  below: ComponentType | null;
}

/** React-admin's own props with the declaration beside them, so that any part can be overridden by hand. */
export type DefinedResource = ResourceProps & { definition: Definition };
