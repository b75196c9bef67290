import { withAttributes } from '#contract/attributes.ts';
import type { Collection } from '#contract/collection.ts';
import type { Field, Fields } from '#contract/fields.ts';
import { type RecordOf, records } from '#contract/records.ts';
import { cellParsers } from './cells.ts';
import { labelOf } from './labels.ts';
import { ownNumber, ownNumberField } from './ownNumber.ts';
import { type TableProject, type TableSources, tableFields } from './tableFields.ts';

/** The resource that a table file is imported into (§1: import of nomenclature). */
export const importedResource = 'nomenclature';

/** The fields by which a row without a number finds its record, the first that is filled deciding. */
export const keyFields = ['barcode', 'sku'] as const satisfies readonly (keyof RecordOf<typeof importedResource>)[];
export type KeyField = (typeof keyFields)[number];

/** What a column of a table can be, by name, in the contract's order. */
export type Importable = ReadonlyMap<string, Field>;

/** What a client may write and a cell can hold. */
const importableIn = (fields: Fields, projects: readonly TableProject[] = []): Importable =>
  new Map<string, Field>(
    Object.entries(tableFields(fields, name => labelOf(importedResource, name), projects)).filter(
      ([, field]) => !field.readOnly && cellParsers[field.kind],
    ),
  );

const declared = records[importedResource];

/** The columns that the contract declares, each a column of the database. */
export const importableFields = importableIn(declared.fields);

/** Those, the attributes that people have defined, what there is of each project and platform, and the product's number. */
export const importableWith = (sources: TableSources): Importable =>
  new Map([
    ...importableIn(withAttributes(declared as unknown as Collection, sources).fields, sources.projects),
    [ownNumber, ownNumberField],
  ]);

/** What tells which product a row speaks of. */
export const identifiers = [ownNumber, ...keyFields] as const;

/** Whether somebody with these slugs may write a field by a file. */
export const isImportableBy = (granted: ReadonlySet<string>, fields: Importable, name: string): boolean => {
  const slug = fields.get(name)?.slug;
  return !slug || granted.has(slug);
};

/** The Russian label of a column: the header of the template, and what the log calls it. */
export const labelIn = (fields: Importable, name: string): string =>
  fields.get(name)?.label ?? labelOf(importedResource, name);
