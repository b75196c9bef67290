import type { PgTable } from 'drizzle-orm/pg-core';
import { type ExportFormat, MAX_LISTED_IDS, tableMediaTypes } from '#contract/bulk.ts';
import type { FilterQuery } from '#contract/collection.ts';
import type { Field } from '#contract/fields.ts';
import { isAllowed } from '#contract/permissions.ts';
import { getCollection } from '#contract/records.ts';
import { toAuthor } from '../accounts/author.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { readCategoryPaths } from '../categories/paths.ts';
import { readProjects } from '../categories/readTree.ts';
import type { Database } from '../db/database.ts';
import type { ServerDeps } from '../http/deps.ts';
import { indexUniqueNames, labelCategoryPaths, listPlatforms, loadValues } from '../imports/lookups.ts';
import { recordEvent } from '../security/recordEvents.ts';
import { isReferenceField } from '../table/cells.ts';
import type { ExportCell } from '../table/exportCell.ts';
import { isExported, toExportCell } from '../table/exportCells.ts';
import { toFileStream } from '../table/exportFile.ts';
import { importedResource } from '../table/importable.ts';
import { getFieldLabel, getResourceTitle } from '../table/labels.ts';
import { createProductNumberField, formatProductNumber, productNumberColumn } from '../table/productNumber.ts';
import { createColumnReader, listTableFields } from '../table/tableFields.ts';
import { keepLanguage, translateExport } from '../translate.ts';
import { parseAttributeFilters } from './attributeFilters.ts';
import { extendWithAttributes } from './attributes.ts';
import { withCorrectedSearch } from './correctedSearch.ts';
import { getStoredKind } from './getStoredKind.ts';
import type { GetReferenceName, TableProject } from './kind.ts';
import { idsCondition } from './query.ts';
import { readAhead } from './readAhead.ts';
import { readIds, readRecords, type WireRecord } from './readRecords.ts';
import { getBinding, type TableBinding } from './tableBinding.ts';
import { filterVisibleFields } from './visibleFields.ts';

type ExportColumn = readonly [name: string, field: Field];

/** Records read per query, which bounds the memory of an export. */
const BATCH_SIZE = 1000;

export const exportFile = async (
  deps: ServerDeps,
  declaredBinding: TableBinding,
  { format, ...listRequest }: FilterQuery & { format: ExportFormat },
  caller: Caller,
): Promise<Response> => {
  const binding = await extendWithAttributes(deps.db, declaredBinding);
  const query = parseAttributeFilters(binding, listRequest);
  const ids = await readIds(deps.db, binding, await withCorrectedSearch(deps.db, binding, query), {
    from: 0,
    limit: MAX_LISTED_IDS,
  });
  return exportRecords(deps, binding, ids, format, caller);
};

/**
 * Streams records as a table file with the fields the caller may see. Records are read in batches during the download;
 * ids are fixed up front, so a concurrent change cannot duplicate a row.
 */
export const exportRecords = async (
  deps: ServerDeps,
  binding: TableBinding,
  ids: readonly number[],
  format: ExportFormat,
  caller: Caller,
): Promise<Response> => {
  const { db } = deps;
  const projects = await readProjects(db);
  const columns = listExportColumns(binding, caller, projects);
  const references = [...new Set(columns.flatMap(([, field]) => (isReferenceField(field) ? [field.of] : [])))];
  const referenceNames = await readReferenceNames(db, references);
  const title = getResourceTitle(binding.resource);
  await recordEvent(db, deps.clock(), toAuthor(caller), {
    kind: 'exported',
    about: { resource: binding.resource, id: null, name: title },
    details: { format, records: ids.length },
  });
  const stream = toFileStream(format, {
    title,
    columns: columns.map(([name, field]) => ({ header: field.label ?? getFieldLabel(binding.resource, name), field })),
    groups: keepLanguage(
      withErrorLog(
        deps,
        readRowGroups(db, binding, ids, {
          columns,
          referenceNames,
          presentRecord: filterVisibleFields(caller, binding.collection),
        }),
      ),
    ),
  });
  const name = `${translateExport('file', { name: title, day: toDay(deps.clock()) })}.${format}`;
  return new Response(stream, {
    headers: {
      'Content-Type': format === 'csv' ? `${tableMediaTypes.csv}; charset=utf-8` : tableMediaTypes.xlsx,
      'Content-Disposition': `attachment; filename="export.${format}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    },
  });
};

/** The date in the server's time zone, since the user expects the local day in the file name. */
const toDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(number => String(number).padStart(2, '0')).join('-');

/**
 * Columns that a cell can hold and the caller may see. Excludes references to records they may not list, since names
 * are data too.
 */
const listExportColumns = (
  { resource, collection }: TableBinding,
  { grantedSlugs }: Caller,
  projects: readonly TableProject[],
): ExportColumn[] => {
  const fields = Object.entries(listTableFields(collection.fields, resource, projects));
  const visibleFields = fields.filter(([, field]) => {
    const canSee = !field.slug || grantedSlugs.has(field.slug);
    return (
      isExported(field) &&
      canSee &&
      (!isLinkField(field) || isAllowed(getCollection(field.of).access.list, grantedSlugs))
    );
  });
  return resource === importedResource
    ? [...visibleFields, [productNumberColumn, createProductNumberField()]]
    : visibleFields;
};

interface ExportContext {
  columns: readonly ExportColumn[];
  referenceNames: ReadonlyMap<number, string>;
  presentRecord: (record: WireRecord) => WireRecord;
}

async function* readRowGroups(
  db: Database,
  binding: TableBinding,
  ids: readonly number[],
  { columns, referenceNames, presentRecord }: ExportContext,
): AsyncGenerator<ExportCell[][]> {
  const paths = await readCategoryPaths(db, listPlatforms(new Map(columns)));
  const platforms = new Map(paths.map(({ id, platform }) => [id, platform]));
  const categoryNames = labelCategoryPaths(paths);
  const readers = columns.map(([name, field]) =>
    name === productNumberColumn ? getProductNumber : createColumnReader(name, field, id => platforms.get(id)),
  );
  for await (const { records, recordNames } of readAhead(splitIntoBatches(ids), batchIds =>
    readBatch(db, binding, columns, batchIds),
  )) {
    const nameOf: GetReferenceName = (field, id) => {
      const { names } = getStoredKind(field);
      const knownNames =
        names === 'categories' ? categoryNames : names === 'values' ? referenceNames : recordNames.get(field);
      return knownNames?.get(id) ?? `№ ${id}`;
    };
    yield records
      .map(presentRecord)
      .map(record =>
        columns.map(([, field], index) => toExportCell(readers[index]?.(record as WireRecord), field, nameOf)),
      );
  }
}

const splitIntoBatches = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / BATCH_SIZE) }, (_, index) =>
    ids.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  );

const getProductNumber = ({ id, created_at }: WireRecord): string =>
  formatProductNumber(id, Math.floor(Date.parse(String(created_at)) / 1000));

interface ExportBatch {
  records: WireRecord[];
  recordNames: RecordNames;
}

/** The records in the order of the ids, without those that were deleted meanwhile, with only the exported fields. */
const readBatch = async (
  db: Database,
  binding: TableBinding,
  columns: readonly ExportColumn[],
  ids: readonly number[],
): Promise<ExportBatch> => {
  const fields = new Set(columns.map(([name]) => name.split('.', 1)[0] ?? name));
  const recordsById = new Map((await readRecords(db, binding, ids, fields)).map(record => [record.id, record]));
  const records = ids.flatMap(id => recordsById.get(id) ?? []);
  return { records, recordNames: await readLinkedNames(db, columns, records) };
};

/** Unambiguous names of reference values, so that an import of the file finds the same ones. */
const readReferenceNames = async (db: Database, references: readonly string[]): Promise<ReadonlyMap<number, string>> =>
  indexUniqueNames(references, await loadValues(db, references));

const isLinkField = (field: Field): field is Field<'one' | 'many'> => getStoredKind(field).names === 'records';

type RecordNames = ReadonlyMap<Field, ReadonlyMap<number, string>>;

/** Names of the linked records in one batch, to avoid a query per row. */
const readLinkedNames = async (
  db: Database,
  columns: readonly ExportColumn[],
  records: readonly WireRecord[],
): Promise<RecordNames> => {
  const names = new Map<Field, ReadonlyMap<number, string>>();
  for (const [name, field] of columns) {
    if (!isLinkField(field)) continue;
    const ids = new Set(records.flatMap(record => (record[name] ?? []) as number[]));
    const { table, columns: valueColumns } = getBinding(field.of);
    if (ids.size === 0 || !valueColumns['name']) continue;
    const rows = await db
      .select({ id: table.id, name: valueColumns['name'] })
      .from(table as PgTable)
      .where(idsCondition(table.id, [...ids]));
    names.set(field, new Map(rows.map(row => [row.id as number, String(row.name)])));
  }
  return names;
};

/** Logs an error during the download. The response has already started, so there is no other way to report it. */
async function* withErrorLog<T>({ log }: ServerDeps, groups: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield* groups;
  } catch (error) {
    log.error('export', error);
    throw error;
  }
}
