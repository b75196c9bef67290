import type { tableIdentifiers } from '#contract/arrangement.ts';
import { withAttributes } from '#contract/attributes.ts';
import type { Collection } from '#contract/collection.ts';
import type { Field, Fields } from '#contract/fields.ts';
import type { ImportField } from '#contract/preparing.ts';
import { type RecordOf, records } from '#contract/records.ts';
import { getStoredKind } from '../records/getStoredKind.ts';
import type { TableProject } from '../records/kind.ts';
import { labelOf } from './labels.ts';
import { productNumberColumn, productNumberField } from './productNumber.ts';
import { type TableSources, tableFields } from './tableFields.ts';

export const importedResource = 'nomenclature';

/** Fields that identify a product in a row without a product number; the first non-empty one is used. */
export const keyFields = ['barcode', 'sku'] as const satisfies readonly (keyof RecordOf<typeof importedResource>)[];
export type KeyField = (typeof keyFields)[number];

export type Importable = ReadonlyMap<string, Field>;

const importableFieldsOf = (fields: Fields, projects: readonly TableProject[] = []): Importable =>
  new Map<string, Field>(
    Object.entries(tableFields(fields, importedResource, projects)).filter(
      ([, field]) => !field.readOnly && getStoredKind(field).parse,
    ),
  );

const declaredRecord = records[importedResource];

export const importableFields = importableFieldsOf(declaredRecord.fields);

export const importableFieldsWith = (sources: TableSources): Importable =>
  new Map([
    ...importableFieldsOf(withAttributes(declaredRecord as unknown as Collection, sources).fields, sources.projects),
    [productNumberColumn, productNumberField()],
  ]);

export const identifiers = [productNumberColumn, ...keyFields] as const satisfies typeof tableIdentifiers;

export const isImportableBy = (granted: ReadonlySet<string>, fields: Importable, name: string): boolean => {
  const slug = fields.get(name)?.slug;
  return !slug || granted.has(slug);
};

export const importLabelOf = (fields: Importable, name: string): string =>
  fields.get(name)?.label ?? labelOf(importedResource, name);

export const presentImportField = (fields: Importable, name: string): ImportField => {
  const field = fields.get(name);
  const unit = field && 'unit' in field ? (field.unit ?? null) : null;
  return { name, label: importLabelOf(fields, name), kind: field?.kind ?? '', unit };
};
