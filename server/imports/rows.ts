import { inArray, or } from 'drizzle-orm';
import type { ImportMapping } from '#contract/importMapping.ts';
import type { Database } from '../db/database.ts';
import { categories, productCategories } from '../db/schema.ts';
import { type RefusedWrite, type WriteRequest } from '../records/decideWrites.ts';
import { getStoredKind } from '../records/getStoredKind.ts';
import type { GetPlatform } from '../records/kind.ts';
import { idsCondition } from '../records/query.ts';
import type { Batch } from '../table/batches.ts';
import { isReferenceField } from '../table/cells.ts';
import type { Column } from '../table/columns.ts';
import { imagesColumn } from '../table/imagesColumn.ts';
import { getImportLabel, type Importable, keyFields } from '../table/importable.ts';
import { productNumberColumn } from '../table/productNumber.ts';
import type { RowError, RowValues } from '../table/reader.ts';
import { buildRecordPatch, isPartOfValue } from '../table/tableFields.ts';
import { translateValidation } from '../translate.ts';
import { findDamage } from './damage.ts';
import { type MatchedRow, matchRows, type ReadyRow, toRowError } from './match.ts';
import { type FoundIds, findProducts, type PreviousKeys, preferIndexes, replaceByStoredBarcode } from './products.ts';

export interface ImportedTable {
  columns: readonly Column[];
  fields: Importable;
  mapping: ImportMapping;
}

interface EarlierRows {
  written: ReadonlyMap<number, number>;
  /** Absent in a preview, which changes no keys. */
  before?: PreviousKeys;
}

export interface MatchedBatch {
  matched: readonly MatchedRow[];
  fresh: readonly ReadyRow[];
  requests: WriteRequest[];
  faults: readonly RowError[];
  foundProducts: FoundIds;
  platformOf: GetPlatform;
}

/** Used by both the import and its preview, so that their results cannot differ. */
export const matchBatch = async (
  tx: Database,
  { columns, fields, mapping }: ImportedTable,
  { rows: givenRows }: Batch,
  { written, before }: EarlierRows,
): Promise<MatchedBatch> => {
  await preferIndexes(tx);
  const foundProducts = await findProducts(
    tx,
    givenRows.map(({ values }) => values),
    before,
  );
  const rows = givenRows.map(row => replaceByStoredBarcode(row, foundProducts));
  const fieldNames = columns.flatMap(({ field }) => field ?? []);
  const damage = await findDamage(tx, rows, {
    fields,
    named: fieldNames,
    key: mapping.key,
    foundProducts: foundProducts,
    ...(before && { before }),
  });
  const { matched, fresh, faults } = matchRows(rows, {
    foundProducts: foundProducts,
    damage,
    written,
    columns,
    fields,
    mapping,
  });
  const getPlatform = await readPlatforms(tx, fields, fieldNames, matched, fresh);
  const fieldsByName = Object.fromEntries(fields);
  const buildPatch = (
    { [productNumberColumn]: _, [imagesColumn]: _images, ...values }: RowValues,
    current: RowValues,
  ) => buildRecordPatch(values, fieldsByName, current, getPlatform);
  const hasParts = fieldNames.some(name => isPartOfValue(fieldsByName, name));
  const patchFor = (values: RowValues) =>
    hasParts ? (current: RowValues) => buildPatch(values, current) : buildPatch(values, {});
  const requests: WriteRequest[] = [
    ...matched.map(({ id, values }) => ({ id, patch: mapping.changes ? patchFor(values) : {} })),
    ...fresh.map(({ values }) => ({ id: null, patch: buildPatch(values, {}) })),
  ];
  return { matched, fresh, requests, faults, foundProducts: foundProducts, platformOf: getPlatform };
};

const readPlatforms = async (
  tx: Database,
  fields: Importable,
  fieldNames: readonly string[],
  matchedRows: readonly MatchedRow[],
  newRows: readonly ReadyRow[],
): Promise<GetPlatform> => {
  const columns = fieldNames.filter(name => isCategoriesField(fields, name));
  if (columns.length === 0) return () => undefined;
  const categoryIds = [...matchedRows, ...newRows].flatMap(({ values }) =>
    columns.flatMap(name => (values[name] ?? []) as number[]),
  );
  const keptCategories = tx
    .select({ id: productCategories.category_id })
    .from(productCategories)
    .where(
      idsCondition(
        productCategories.product_id,
        matchedRows.map(({ id }) => id),
      ),
    );
  const rows = await tx
    .select({ id: categories.id, platform: categories.platform })
    .from(categories)
    .where(or(idsCondition(categories.id, [...new Set(categoryIds)]), inArray(categories.id, keptCategories)));
  const platforms = new Map(rows.map(({ id, platform }) => [id, platform]));
  return id => platforms.get(id);
};

const isCategoriesField = (fields: Importable, name: string): boolean => {
  const field = fields.get(name);
  return field !== undefined && getStoredKind(field).names === 'categories';
};

export const toRefusedRowErrors = (table: ImportedTable, readyRow: ReadyRow, { failure }: RefusedWrite): RowError[] => {
  const errors = Object.entries(failure.details.errors ?? {});
  if (errors.length === 0) return [{ row: readyRow.row, text: failure.message }];
  return errors.map(([name, [text = '']]) => createFieldError(table, readyRow, name, text));
};

const createFieldError = (
  { columns, fields }: ImportedTable,
  readyRow: ReadyRow,
  name: string,
  text: string,
): RowError => {
  // Whether the column holds only a part of the field, such as a language, a project or a platform.
  const isPartOfField = (part: string) => part.startsWith(`${name}.`) && readyRow.values[part] !== undefined;
  const field = fields.has(name) ? name : ([...fields.keys()].find(isPartOfField) ?? name);
  const kind = getErrorKind(fields, field, text);
  if (kind) return toRowError({ columns, fields }, readyRow, { field, kind });
  const column = columns.find(candidate => candidate.field === field)?.header ?? getImportLabel(fields, field);
  return { row: readyRow.row, column, text };
};

const getErrorKind = (fields: Importable, name: string, text: string) => {
  const isKey = (keyFields as readonly string[]).includes(name);
  if (isKey && text === translateValidation('unique')) return 'taken';
  if (text !== translateValidation('notFound')) return null;
  if (isCategoriesField(fields, name)) return 'goneCategory';
  const field = fields.get(name);
  return field && isReferenceField(field) ? 'goneValue' : null;
};
