import type { PgTable } from 'drizzle-orm/pg-core';
import { type ExportFormat, MAX_LISTED_IDS, tableMediaTypes } from '#contract/bulk.ts';
import type { FilterQuery } from '#contract/collection.ts';
import type { Field } from '#contract/fields.ts';
import { toAuthor } from '../accounts/author.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { readCategoryPaths } from '../categories/paths.ts';
import { readProjects } from '../categories/readTree.ts';
import type { Database } from '../db/database.ts';
import {
  createProfileLayout,
  createStockLayout,
  type ExportLayout,
  isLinkField,
  type LayoutColumn,
  listExportFields,
} from '../exports/layout.ts';
import { readStoredProfile } from '../exports/profiles.ts';
import type { ServerDeps } from '../http/deps.ts';
import { indexUniqueNames, labelCategoryPaths, listPlatforms, loadValues } from '../imports/lookups.ts';
import { recordEvent } from '../security/recordEvents.ts';
import { isReferenceField } from '../table/cells.ts';
import type { ExportCell } from '../table/exportCell.ts';
import { toExportCell } from '../table/exportCells.ts';
import { assertCanEncode, toFileStream } from '../table/exportFile.ts';
import { getResourceTitle } from '../table/labels.ts';
import { formatProductNumber, productNumberColumn } from '../table/productNumber.ts';
import { createColumnReader } from '../table/tableFields.ts';
import { translateExport } from '../translate.ts';
import { keepWorkContext } from '../workContext.ts';
import { parseAttributeFilters } from './attributeFilters.ts';
import { extendWithAttributes } from './attributes.ts';
import { withCorrectedSearch } from './correctedSearch.ts';
import { getStoredKind } from './getStoredKind.ts';
import type { GetReferenceName } from './kind.ts';
import { idsCondition } from './query.ts';
import { readAhead } from './readAhead.ts';
import { readIds, readRecords, type WireRecord } from './readRecords.ts';
import { getBinding, type TableBinding } from './tableBinding.ts';
import { filterVisibleFields } from './visibleFields.ts';

/** Records read per query, which bounds the memory of an export. */
const BATCH_SIZE = 1000;

export const exportFile = async (
  deps: ServerDeps,
  declaredBinding: TableBinding,
  { format, profile, ...listRequest }: FilterQuery & ExportRequest,
  caller: Caller,
): Promise<Response> => {
  const binding = await extendWithAttributes(deps.db, declaredBinding);
  const query = parseAttributeFilters(binding, listRequest);
  const ids = await readIds(deps.db, binding, await withCorrectedSearch(deps.db, binding, query), {
    from: 0,
    limit: MAX_LISTED_IDS,
  });
  return exportRecords(deps, binding, ids, { format, profile }, caller);
};

export interface ExportRequest {
  format: ExportFormat;
  /** The id of the export profile, which also determines the file type. */
  profile?: number | undefined;
}

/**
 * Streams records as a table file. It contains all fields that the caller may see, or only the fields in a profile.
 * Records are read in batches during the download. The list of ids is fixed at the start, so that a concurrent change
 * cannot duplicate a row.
 */
export const exportRecords = async (
  deps: ServerDeps,
  binding: TableBinding,
  ids: readonly number[],
  request: ExportRequest,
  caller: Caller,
): Promise<Response> => {
  const { db } = deps;
  const { name, file, columns } = await readLayout(db, binding, request, caller);
  const { type: format } = file;
  const title = getResourceTitle(binding.resource);
  const readGroups = () => readExportGroups(db, binding, ids, { columns, caller });
  await assertCanEncode(file, columns, readGroups);
  await recordEvent(db, deps.clock(), toAuthor(caller), {
    kind: 'exported',
    about: { resource: binding.resource, id: null, name: title },
    details: { format, records: ids.length, ...(request.profile !== undefined && { profile: name }) },
  });
  const groups = keepWorkContext(withErrorLog(deps, readGroups()));
  const stream = toFileStream(format, { title, columns, groups }, file);
  const fileName = `${translateExport('file', { name, day: toDay(deps.clock()) })}.${format}`;
  return new Response(stream, {
    headers: {
      'Content-Type': format === 'csv' ? `${tableMediaTypes.csv}; charset=${file.encoding}` : tableMediaTypes.xlsx,
      'Content-Disposition': `attachment; filename="export.${format}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    },
  });
};

/** The date in the server's time zone, since the user expects the local day in the file name. */
const toDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(number => String(number).padStart(2, '0')).join('-');

/** @throws {ApiFailure} 404 if the profile is of another resource or has been removed */
const readLayout = async (
  db: Database,
  binding: TableBinding,
  { format, profile }: ExportRequest,
  caller: Caller,
): Promise<ExportLayout> => {
  const { resource } = binding;
  const fields = listExportFields(binding, caller, await readProjects(db));
  if (profile === undefined) return createStockLayout(resource, fields, format);
  return createProfileLayout(await readStoredProfile(db, { id: profile, resource }), fields);
};

interface ExportContext {
  columns: readonly LayoutColumn[];
  caller: Caller;
}

/** The rows of an export, in batches. */
export async function* readExportGroups(
  db: Database,
  binding: TableBinding,
  ids: readonly number[],
  { columns, caller }: ExportContext,
): AsyncGenerator<ExportCell[][]> {
  const presentRecord = filterVisibleFields(caller, binding.collection);
  const references = [...new Set(columns.flatMap(({ field }) => (isReferenceField(field) ? [field.of] : [])))];
  const referenceNames = await readReferenceNames(db, references);
  const paths = await readCategoryPaths(
    db,
    listPlatforms(new Map(columns.map(({ name, field }) => [name ?? '', field]))),
  );
  const platforms = new Map(paths.map(({ id, platform }) => [id, platform]));
  const categoryNames = labelCategoryPaths(paths);
  const readers = columns.map(({ name, field, constant }) => {
    if (name === null) return () => constant;
    return name === productNumberColumn ? getProductNumber : createColumnReader(name, field, id => platforms.get(id));
  });
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
        columns.map(({ field, format }, index) =>
          toExportCell(readers[index]?.(record as WireRecord), field, nameOf, format),
        ),
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

/**
 * The records in the order of the ids, with only the exported fields. Records that have been deleted in the meantime
 * are left out.
 */
const readBatch = async (
  db: Database,
  binding: TableBinding,
  columns: readonly LayoutColumn[],
  ids: readonly number[],
): Promise<ExportBatch> => {
  const fields = new Set(columns.flatMap(({ name }) => name?.split('.', 1)[0] ?? []));
  const recordsById = new Map((await readRecords(db, binding, ids, fields)).map(record => [record.id, record]));
  const records = ids.flatMap(id => recordsById.get(id) ?? []);
  return { records, recordNames: await readLinkedNames(db, columns, records) };
};

/** Unambiguous names of reference values, so that an import of the file finds the same values. */
const readReferenceNames = async (db: Database, references: readonly string[]): Promise<ReadonlyMap<number, string>> =>
  indexUniqueNames(references, await loadValues(db, references));

type RecordNames = ReadonlyMap<Field, ReadonlyMap<number, string>>;

/** Names of the linked records in one batch, to avoid a query per row. */
const readLinkedNames = async (
  db: Database,
  columns: readonly LayoutColumn[],
  records: readonly WireRecord[],
): Promise<RecordNames> => {
  const names = new Map<Field, ReadonlyMap<number, string>>();
  for (const { name, field } of columns) {
    if (name === null || !isLinkField(field)) continue;
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
