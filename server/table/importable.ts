import type { tableIdentifiers } from '#contract/arrangement.ts';
import { withAttributes } from '#contract/attributes.ts';
import type { Collection } from '#contract/collection.ts';
import type { Field, Fields } from '#contract/fields.ts';
import { type RecordOf, records } from '#contract/records.ts';
import type { TableProject } from '../records/kind.ts';
import { storedAs } from '../records/storedAs.ts';
import { labelOf } from './labels.ts';
import { ownNumber, ownNumberField } from './ownNumber.ts';
import { type TableSources, tableFields } from './tableFields.ts';

export const importedResource = 'nomenclature';

/** The first non-empty one is used, when the row has no product number. */
export const keyFields = ['barcode', 'sku'] as const satisfies readonly (keyof RecordOf<typeof importedResource>)[];
export type KeyField = (typeof keyFields)[number];

export type Importable = ReadonlyMap<string, Field>;

const importableIn = (fields: Fields, projects: readonly TableProject[] = []): Importable =>
  new Map<string, Field>(
    Object.entries(tableFields(fields, importedResource, projects)).filter(
      ([, field]) => !field.readOnly && storedAs(field).parse,
    ),
  );

const declared = records[importedResource];

export const importableFields = importableIn(declared.fields);

export const importableWith = (sources: TableSources): Importable =>
  new Map([
    ...importableIn(withAttributes(declared as unknown as Collection, sources).fields, sources.projects),
    [ownNumber, ownNumberField()],
  ]);

export const identifiers = [ownNumber, ...keyFields] as const satisfies typeof tableIdentifiers;

export const isImportableBy = (granted: ReadonlySet<string>, fields: Importable, name: string): boolean => {
  const slug = fields.get(name)?.slug;
  return !slug || granted.has(slug);
};

export const labelIn = (fields: Importable, name: string): string =>
  fields.get(name)?.label ?? labelOf(importedResource, name);
