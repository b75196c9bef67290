import type { ExportFormat } from '#contract/bulk.ts';
import { type ColumnFormat, type ExportContent, stockFile, type TableFile } from '#contract/exportProfiles.ts';
import type { Field } from '#contract/fields.ts';
import { text } from '#contract/kinds.ts';
import { isAllowed } from '#contract/permissions.ts';
import { getCollection } from '#contract/records.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { getStoredKind } from '../records/getStoredKind.ts';
import type { TableProject } from '../records/kind.ts';
import type { TableBinding } from '../records/tableBinding.ts';
import { isExported } from '../table/exportCells.ts';
import { importedResource } from '../table/importable.ts';
import { getFieldLabel, getResourceTitle } from '../table/labels.ts';
import { createProductNumberField, productNumberColumn } from '../table/productNumber.ts';
import { listTableFields } from '../table/tableFields.ts';

export interface LayoutColumn {
  header: string;
  /** The name of the table field; null for a column with a constant text. */
  name: string | null;
  field: Field;
  constant: string;
  format: ColumnFormat | null;
}

/** The layout of an exported file, independent of its records. */
export interface ExportLayout {
  /** The file name, which is the name of the profile or of the resource. */
  name: string;
  file: TableFile;
  columns: readonly LayoutColumn[];
}

export type ExportFields = ReadonlyMap<string, Field>;

/**
 * Fields that a cell can hold and that the caller may see. References to records that the caller may not list are
 * excluded, since names are data too.
 */
export const listExportFields = (
  { resource, collection }: TableBinding,
  { grantedSlugs }: Caller,
  projects: readonly TableProject[],
): ExportFields => {
  const fields = Object.entries(listTableFields(collection.fields, resource, projects));
  const visibleFields = fields.filter(([, field]) => {
    const canSee = !field.slug || grantedSlugs.has(field.slug);
    return (
      isExported(field) &&
      canSee &&
      (!isLinkField(field) || isAllowed(getCollection(field.of).access.list, grantedSlugs))
    );
  });
  return new Map(
    resource === importedResource
      ? [...visibleFields, [productNumberColumn, createProductNumberField()]]
      : visibleFields,
  );
};

export const isLinkField = (field: Field): field is Field<'one' | 'many'> => getStoredKind(field).names === 'records';

export const getExportLabel = (resource: string, name: string, field: Field): string =>
  field.label ?? getFieldLabel(resource, name);

/** All fields under their own names. */
export const createStockLayout = (resource: string, fields: ExportFields, type: ExportFormat): ExportLayout => ({
  name: getResourceTitle(resource),
  file: { type, ...stockFile },
  columns: [...fields].map(([name, field]) => ({
    header: getExportLabel(resource, name, field),
    name,
    field,
    constant: '',
    format: null,
  })),
});

/** If a field is not available, its column stays empty, so that the file still matches the template. */
export const createProfileLayout = (
  { name, file, columns }: Pick<ExportContent, 'file' | 'columns'> & { name: string },
  fields: ExportFields,
): ExportLayout => ({
  name,
  file,
  columns: columns.map(({ heading, field: fieldName, constant, format }) => {
    const field = fieldName === null ? undefined : fields.get(fieldName);
    return field
      ? { header: heading, name: fieldName, field, constant: '', format: fitFormat(format, field) }
      : { header: heading, name: null, field: text(), constant: fieldName === null ? constant : '', format: null };
  }),
});

/** A format of another kind is ignored, because the field may have changed since it was chosen. */
export const fitFormat = (format: ColumnFormat | null, field: Field): ColumnFormat | null =>
  format?.kind === getStoredKind(field).columnFormat ? format : null;
