import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { DataValidation } from 'hucre/xlsx';
import type { FilterQuery } from '#contract/collection.ts';
import type { Field, Kind, ValueOfKind } from '#contract/fields.ts';
import type { Database } from '../db/database.ts';
import type { ExportCell } from '../table/exportCell.ts';
import type { FilledCell, Lookups, Parsed } from '../table/parsed.ts';
import type { Storage } from './tableBinding.ts';

/** What other records are called, by a field that refers to them and an id. */
export type NameOf = (field: Field, id: number) => string;

/** A project as the columns of a table need it. */
export interface TableProject {
  id: number;
  code: string;
  name: string;
  platform: string;
}

/** A column of a table. */
export type Part = readonly [name: string, field: Field];

/** A cell of the import's template. */
export type ExampleCell = string | number | boolean | Date | null;

/** What a spreadsheet holds a column to. */
export type CellRule = Pick<DataValidation, 'type' | 'operator' | 'formula1' | 'formula2' | 'values'>;

/** A value of another kind; `isWhole` when nothing of what it said is gone. */
export interface Converted {
  value: unknown;
  isWhole: boolean;
}
export interface Conversion {
  from: Field;
  to: Field;
  /** A value as people read it. */
  describe: (value: unknown, field: Field) => string;
  /** What a cell says as a value of a field. */
  read: (cell: ExportCell, field: Field) => Converted;
}

/** A list's query as it asks about one field. */
export interface Asked {
  db: Database;
  storage: Storage;
  name: string;
  query: FilterQuery;
}

/**
 * How the server keeps a kind, and how a cell of a table holds it. What takes a field is declared as a method, for
 * whoever looks a kind up by a field calls it with that.
 */
export interface StoredKind<K extends Kind = Kind> {
  /** In a column that holds just its value, as pairs in a table of its own, or as something else than the wire carries. */
  keptAs: 'value' | 'pairs' | 'other';
  /** What its ids are called by: values of a reference, records, or paths of categories. */
  names: 'values' | 'records' | 'categories' | null;
  /** A text of JSON as the database compares it. */
  fromText(text: SQL): SQL;
  /** What is read of its column, where it is not just what stands there. */
  read: ((db: Database, column: PgColumn) => SQL) | null;
  /** The records that a list shows when it is filtered by the field, where that does not follow from the filter alone. */
  where: ((asked: Asked) => SQL | undefined) | null;
  /** What a cell says; null where no cell can say it, and the import has no such column. */
  parse: { of(cell: FilledCell, field: Field<K>, lookups: Lookups): Parsed }['of'] | null;
  /** The cell of a value; null where no cell can hold it, and an export has no such column. */
  write: { of(value: ValueOfKind<K>, field: Field<K>, nameOf: NameOf): ExportCell }['of'] | null;
  /** The columns of a field that has several, `<name>.<part>`; null where it is a column by itself. */
  parts: { of(name: string, field: Field<K>, projects: readonly TableProject[]): readonly Part[] }['of'] | null;
  /** The value of such a column in a record's value of the whole field. */
  partOf: { of(whole: readonly unknown[], field: Field<K>, platformOf: PlatformOf): unknown }['of'] | null;
  /** A cell may hold several, divided by semicolons; and by commas, where none stands within a name. */
  several: { byCommas: boolean } | null;
  /** It takes nearly any text: that a cell fits it says nothing of where the cell belongs. */
  takesAnyText: boolean;
  /** Digits of which a spreadsheet may take the first zeros. */
  isCode(field: Field<K>): boolean;
  /** Other names of its column. */
  headers(field: Field<K>): readonly string[];
  /** Characters that a column is wide. */
  width: number;
  /** How a spreadsheet shows its cells. */
  format(field: Field<K>): string | undefined;
  /** What a spreadsheet lets be typed. */
  rule(field: Field<K>): CellRule | null;
  /** What the example row of the template shows: what the field itself accepts; null where nothing always is right. */
  example(field: Field<K>): ExampleCell;
  /** A value as people read it, where that is not its cell. */
  describe: { of(value: ValueOfKind<K>, field: Field<K>, nameOf: NameOf): string }['of'] | null;
  /** A value of another kind as one of this; null where the cell of that value says it all. */
  convertTo: { of(value: unknown, by: Conversion, field: Field<K>): Converted | null }['of'] | null;
  /** A value of this kind as one of another. */
  convertFrom: { of(value: ValueOfKind<K>, by: Conversion, field: Field<K>): Converted }['of'] | null;
}
export type PlatformOf = (category: number) => string | undefined;
/** How each kind of a contract is kept. */
export type StoredKinds<Names extends string = Kind> = { [K in Names]: K extends Kind ? StoredKind<K> : never };

const defaults = {
  names: null,
  fromText: (text: SQL): SQL => sql`(${text})`,
  read: null,
  where: null,
  parse: null,
  write: null,
  parts: null,
  partOf: null,
  several: null,
  takesAnyText: false,
  isCode: () => false,
  headers: () => [],
  width: 20,
  format: () => undefined,
  rule: () => null,
  example: () => null,
  describe: null,
  convertTo: null,
  convertFrom: null,
};

type Given<K extends Kind> = Partial<Omit<StoredKind<K>, 'keptAs'>>;

/** Declares how a kind is kept; what most of them share may be left out. */
export const stored = <const K extends Kind, const Kept extends StoredKind['keptAs'] = 'value'>(
  _kind: K,
  { keptAs, ...own }: Given<K> & { keptAs?: Kept },
): StoredKind<K> & { keptAs: Kept } => ({ ...defaults, ...own, keptAs: keptAs ?? ('value' as Kept) });
