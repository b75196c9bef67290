import type { Field } from '#contract/fields.ts';
import { type RecordOf, records } from '#contract/records.ts';
import { cellParsers } from './cells.ts';

/** The resource that a table file is imported into (§1: import of nomenclature). */
export const importedResource = 'nomenclature';

/** The fields by which a row finds its record, the first that is filled deciding. */
export const keyFields = ['barcode', 'sku'] as const satisfies readonly (keyof RecordOf<typeof importedResource>)[];
export type KeyField = (typeof keyFields)[number];

/** What a column of a table can be, in the contract's order: what a client may write and a cell can hold. */
export const importableFields: ReadonlyMap<string, Field> = new Map<string, Field>(
  Object.entries(records[importedResource].fields).filter(([, field]) => !field.readOnly && cellParsers[field.kind]),
);

/** Whether somebody with these slugs may write a field by a file. */
export const isImportableBy = (granted: ReadonlySet<string>, name: string): boolean => {
  const slug = importableFields.get(name)?.slug;
  return !slug || granted.has(slug);
};
