import { withAttributes } from '#contract/attributes.ts';
import type { Collection } from '#contract/collection.ts';
import type { Field, Fields } from '#contract/fields.ts';
import { type RecordOf, records } from '#contract/records.ts';
import type { TableProject } from '../records/kind.ts';
import { storedAs } from '../records/storedAs.ts';
import { labelOf } from './labels.ts';
import { ownNumber, ownNumberField } from './ownNumber.ts';
import { type TableSources, tableFields } from './tableFields.ts';

/** The resource that a table file is imported into (§1: import of nomenclature). */
export const importedResource = 'nomenclature';

/** The fields that identify the record of a row without a number; the first filled one decides. */
export const keyFields = ['barcode', 'sku'] as const satisfies readonly (keyof RecordOf<typeof importedResource>)[];
export type KeyField = (typeof keyFields)[number];

/** The possible columns of a table, by name, in the contract's order. */
export type Importable = ReadonlyMap<string, Field>;

/** The fields that a client may write and a cell can hold. */
const importableIn = (fields: Fields, projects: readonly TableProject[] = []): Importable =>
  new Map<string, Field>(
    Object.entries(tableFields(fields, name => labelOf(importedResource, name), projects)).filter(
      ([, field]) => !field.readOnly && storedAs(field).parse,
    ),
  );

const declared = records[importedResource];

/** The columns of declared fields. */
export const importableFields = importableIn(declared.fields);

/** Those, plus attributes, the parts of projects and platforms, and the product's number. */
export const importableWith = (sources: TableSources): Importable =>
  new Map([
    ...importableIn(withAttributes(declared as unknown as Collection, sources).fields, sources.projects),
    [ownNumber, ownNumberField],
  ]);

/** The columns that identify the product of a row. */
export const identifiers = [ownNumber, ...keyFields] as const;

/** Whether somebody with these slugs may write a field from a file. */
export const isImportableBy = (granted: ReadonlySet<string>, fields: Importable, name: string): boolean => {
  const slug = fields.get(name)?.slug;
  return !slug || granted.has(slug);
};

/** The Russian label of a column, used in the template's header and in the log. */
export const labelIn = (fields: Importable, name: string): string =>
  fields.get(name)?.label ?? labelOf(importedResource, name);
