import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { DataValidation } from 'hucre/xlsx';
import type { FilterQuery } from '#contract/collection.ts';
import type { ColumnFormat, ColumnFormatKind } from '#contract/exportProfiles.ts';
import type { Field, Kind, ValueOfKind } from '#contract/fields.ts';
import type { KeyOf } from '#i18n/messages.ts';
import type { validation } from '#i18n/ru/validation.ts';
import type { Database } from '../db/database.ts';
import type { ExportCell } from '../table/exportCell.ts';
import type { FilledCell, Lookups, ParseResult } from '../table/parseResult.ts';
import type { TableBinding } from './tableBinding.ts';

export type GetReferenceName = (field: Field, id: number) => string;

export interface TableProject {
  id: number;
  code: string;
  name: string;
  platform: string;
}

export type ColumnPart = readonly [name: string, field: Field];

export type ExampleCell = string | number | boolean | Date | null;

export type CellRule = Pick<DataValidation, 'type' | 'operator' | 'formula1' | 'formula2' | 'values'>;

export interface ConvertedValue {
  value: unknown;
  isWhole: boolean;
}
export interface Conversion {
  from: Field;
  to: Field;
  describe: (value: unknown, field: Field) => string;
  read: (cell: ExportCell, field: Field) => ConvertedValue;
}

export interface FilterRequest {
  db: Database;
  binding: TableBinding;
  name: string;
  query: FilterQuery;
}

/**
 * How the server stores a field kind and represents it in tables. Functions that take a field are declared as methods,
 * because only their parameters are bivariant, and registry lookups need that.
 */
export interface StoredKind<K extends Kind = Kind> {
  /** The columns that the kind has in tables. `other` means one column whose format differs from the API's format. */
  storage: 'value' | 'pairs' | 'other';
  names: 'values' | 'records' | 'categories' | null;
  fromText(text: SQL): SQL;
  read: ((db: Database, column: PgColumn) => SQL) | null;
  where: ((request: FilterRequest) => SQL | undefined) | null;
  /** Null when the kind cannot be imported. */
  parse: { of(cell: FilledCell, field: Field<K>, lookups: Lookups): ParseResult }['of'] | null;
  /**
   * Null if the kind cannot be exported. `format` is the format chosen in an export profile. The formats of dates and
   * measures concern the file rather than the value, so they are applied when the file is written.
   */
  write:
    | {
        of(value: ValueOfKind<K>, field: Field<K>, nameOf: GetReferenceName, format?: ColumnFormat | null): ExportCell;
      }['of']
    | null;
  /** The format that an export profile may choose for the kind. */
  columnFormat: ColumnFormatKind | null;
  /** Named `<name>.<part>`; null for a single column. */
  parts: { of(name: string, field: Field<K>, projects: readonly TableProject[]): readonly ColumnPart[] }['of'] | null;
  getPart: { of(items: readonly unknown[], field: Field<K>, getPlatform: GetPlatform): unknown }['of'] | null;
  /** Replaces one part of the whole value, so that a table changes only the parts for which it has columns. */
  withPart:
    | {
        of(
          items: readonly unknown[],
          partValue: ValueOfKind<K> | null,
          field: Field<K>,
          getPlatform: GetPlatform,
        ): unknown[];
      }['of']
    | null;
  /** An edit can be limited to a part. `fault` is the error message for items in another part. */
  part: { members(db: Database, part: string): Promise<ReadonlySet<unknown>>; fault: KeyOf<typeof validation> } | null;
  /** Allows several values in a cell, separated by semicolons; also by commas where names cannot contain one. */
  several: { byCommas: boolean } | null;
  /** Whether the kind accepts almost any text, so that a matching cell does not prove which column it belongs to. */
  takesAnyText: boolean;
  /**
   * Whether a text is evidence that its column contains this field. With such evidence, an abbreviated header is
   * accepted.
   */
  proves(text: string): boolean;
  /** Whether values may start with zeros. Spreadsheets drop leading zeros, so such cells need the text format. */
  isCode(field: Field<K>): boolean;
  /** All texts that mean the same value, so that a unique value is found in any spelling. */
  spellings(text: string): readonly string[];
  headers(field: Field<K>): readonly string[];
  width: number;
  format(field: Field<K>): string | undefined;
  /** Data validation for the column, so that a spreadsheet reports mistakes before the import does. */
  rule(field: Field<K>): CellRule | null;
  /**
   * The value for the template's example row. It must be valid for the field; null if no fixed value is certain to be
   * valid.
   */
  example(field: Field<K>): ExampleCell;
  /** Null when the cell text is already readable. */
  describe: { of(value: ValueOfKind<K>, field: Field<K>, nameOf: GetReferenceName): string }['of'] | null;
  /** Converts a value of another kind to this kind; null to convert it by way of its cell text. */
  convertTo: { of(value: unknown, conversion: Conversion, field: Field<K>): ConvertedValue | null }['of'] | null;
  convertFrom: { of(value: ValueOfKind<K>, conversion: Conversion, field: Field<K>): ConvertedValue }['of'] | null;
}
export type GetPlatform = (category: number) => string | undefined;
export type StoredKinds<Names extends string = Kind> = { [K in Names]: K extends Kind ? StoredKind<K> : never };

const defaultOptions = {
  names: null,
  fromText: (text: SQL): SQL => sql`(${text})`,
  read: null,
  where: null,
  parse: null,
  write: null,
  columnFormat: null,
  parts: null,
  getPart: null,
  withPart: null,
  part: null,
  several: null,
  takesAnyText: false,
  proves: () => true,
  isCode: () => false,
  spellings: (text: string) => [text],
  headers: () => [],
  width: 20,
  format: () => undefined,
  rule: () => null,
  example: () => null,
  describe: null,
  convertTo: null,
  convertFrom: null,
};

type StoredKindOptions<K extends Kind> = Partial<Omit<StoredKind<K>, 'storage'>>;

export const defineStoredKind = <const K extends Kind, const How extends StoredKind['storage'] = 'value'>(
  _kind: K,
  { storage, ...kindOptions }: StoredKindOptions<K> & { storage?: How },
): StoredKind<K> & { storage: How } => ({ ...defaultOptions, ...kindOptions, storage: storage ?? ('value' as How) });
