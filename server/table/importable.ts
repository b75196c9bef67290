import { withAttributes } from '#contract/attributes.ts';
import type { Collection } from '#contract/collection.ts';
import type { Field, Fields } from '#contract/fields.ts';
import type { tableIdentifiers } from '#contract/importMapping.ts';
import { limitOwnCodes } from '#contract/ownCodes.ts';
import type { ImportField } from '#contract/preparing.ts';
import { type ResourceRecord, records } from '#contract/records.ts';
import { getStoredKind } from '../records/getStoredKind.ts';
import type { TableProject } from '../records/kind.ts';
import { createImagesField, imagesColumn } from './imagesColumn.ts';
import { getFieldLabel } from './labels.ts';
import { createProductNumberField, productNumberColumn } from './productNumber.ts';
import { listTableFields, type TableColumnSources } from './tableFields.ts';

export const importedResource = 'nomenclature';

/** Fields that identify a product in a row without a product number; the first non-empty one is used. */
export const keyFields = ['barcode', 'sku'] as const satisfies readonly (keyof ResourceRecord<
  typeof importedResource
>)[];
export type KeyField = (typeof keyFields)[number];

export type Importable = ReadonlyMap<string, Field>;

const buildImportableFields = (fields: Fields, projects: readonly TableProject[] = []): Importable =>
  new Map<string, Field>(
    Object.entries(listTableFields(fields, importedResource, projects)).filter(
      ([, field]) => !field.readOnly && getStoredKind(field).parse,
    ),
  );

const declaredRecord = records[importedResource];

export const importableFields = buildImportableFields(limitOwnCodes(declaredRecord.fields, []));

export const getImportableFields = (sources: TableColumnSources): Importable => {
  const { fields } = withAttributes(declaredRecord as unknown as Collection, sources);
  return new Map([
    ...buildImportableFields(limitOwnCodes(fields, sources.ownPrefixes), sources.projects),
    [productNumberColumn, createProductNumberField()],
    [imagesColumn, createImagesField()],
  ]);
};

/** Columns that only tables have; records have no such fields. */
export const tableOnlyColumns: readonly string[] = [productNumberColumn, imagesColumn];

export const identifiers = [productNumberColumn, ...keyFields] as const satisfies typeof tableIdentifiers;

export const isImportableBy = (grantedSlugs: ReadonlySet<string>, fields: Importable, name: string): boolean => {
  const slug = fields.get(name)?.slug;
  return !slug || grantedSlugs.has(slug);
};

export const getImportLabel = (fields: Importable, name: string): string =>
  fields.get(name)?.label ?? getFieldLabel(importedResource, name);

export const presentImportField = (fields: Importable, name: string): ImportField => {
  const field = fields.get(name);
  const unit = field && 'unit' in field ? (field.unit ?? null) : null;
  return { name, label: getImportLabel(fields, name), kind: field?.kind ?? '', unit };
};
