import type { PgTable } from 'drizzle-orm/pg-core';
import { type ExportFormat, MAX_LISTED_IDS, tableTypes } from '#contract/bulk.ts';
import type { FilterQuery } from '#contract/collection.ts';
import type { Field } from '#contract/fields.ts';
import { allows } from '#contract/permissions.ts';
import { collectionOf } from '#contract/records.ts';
import { valueAt } from '#contract/values.ts';
import { authorOf } from '../accounts/author.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { readPaths } from '../categories/paths.ts';
import { readProjects } from '../categories/readTree.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../http/deps.ts';
import { loadValues, pathNames, platformsIn, uniqueNames } from '../imports/lookups.ts';
import { recordEvent } from '../security/recordEvents.ts';
import { isOfReference } from '../table/cells.ts';
import type { ExportCell } from '../table/exportCell.ts';
import { cellOf, isExported } from '../table/exportCells.ts';
import { toFileStream } from '../table/exportFile.ts';
import { importedResource } from '../table/importable.ts';
import { labelOf, resourceTitle } from '../table/labels.ts';
import { productNumberColumn, productNumberField, productNumberOf } from '../table/productNumber.ts';
import { createTableRecords, tableFields } from '../table/tableFields.ts';
import { keepLanguage, translateExport } from '../translate.ts';
import { parseAttributeFilters } from './attributeFilters.ts';
import { bindingWithAttributes } from './attributes.ts';
import { withCorrectedSearch } from './correctedSearch.ts';
import type { NameOf, TableProject } from './kind.ts';
import { idIsOneOf } from './query.ts';
import { readIds, readRecords, type WireRecord } from './readRecords.ts';
import { storedAs } from './storedAs.ts';
import { bindingOf, type TableBinding } from './tableBinding.ts';
import { visibleFieldsFor } from './visibleFields.ts';

type Column = readonly [name: string, field: Field];

/** Records read per query, which bounds the memory of an export. */
const BATCH_SIZE = 1000;

export const exportFile = async (
  deps: Deps,
  declared: TableBinding,
  { format, ...given }: FilterQuery & { format: ExportFormat },
  caller: Caller,
): Promise<Response> => {
  const binding = await bindingWithAttributes(deps.db, declared);
  const query = parseAttributeFilters(binding, given);
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
  deps: Deps,
  binding: TableBinding,
  ids: readonly number[],
  format: ExportFormat,
  caller: Caller,
): Promise<Response> => {
  const { db } = deps;
  const projects = await readProjects(db);
  const columns = exportColumns(binding, caller, projects);
  const references = [...new Set(columns.flatMap(([, field]) => (isOfReference(field) ? [field.of] : [])))];
  const calling = await readReferenceNames(db, references);
  const title = resourceTitle(binding.resource);
  await recordEvent(db, deps.clock(), authorOf(caller), {
    kind: 'exported',
    about: { resource: binding.resource, id: null, name: title },
    details: { format, records: ids.length },
  });
  const stream = toFileStream(format, {
    title,
    columns: columns.map(([name, field]) => ({ header: field.label ?? labelOf(binding.resource, name), field })),
    groups: keepLanguage(
      withErrorLog(
        deps,
        groupsOf(db, binding, ids, { columns, calling, present: visibleFieldsFor(caller, binding.collection) }),
      ),
    ),
  });
  const name = `${translateExport('file', { name: title, day: dayOf(deps.clock()) })}.${format}`;
  return new Response(stream, {
    headers: {
      'Content-Type': format === 'csv' ? `${tableTypes.csv}; charset=utf-8` : tableTypes.xlsx,
      'Content-Disposition': `attachment; filename="export.${format}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    },
  });
};

/** The date in the server's time zone, since the user expects the local day in the file name. */
const dayOf = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(part => String(part).padStart(2, '0')).join('-');

/**
 * Columns that a cell can hold and the caller may see. Excludes references to records they may not list, since names
 * are data too.
 */
const exportColumns = (
  { resource, collection }: TableBinding,
  { granted }: Caller,
  projects: readonly TableProject[],
): Column[] => {
  const fields = Object.entries(tableFields(collection.fields, resource, projects));
  const visible = fields.filter(([, field]) => {
    const canSee = !field.slug || granted.has(field.slug);
    return isExported(field) && canSee && (!isOfRecords(field) || allows(collectionOf(field.of).access.list, granted));
  });
  return resource === importedResource ? [...visible, [productNumberColumn, productNumberField()]] : visible;
};

interface ExportContext {
  columns: readonly Column[];
  calling: ReadonlyMap<string, string>;
  present: (record: WireRecord) => WireRecord;
}

async function* groupsOf(
  db: Database,
  binding: TableBinding,
  ids: readonly number[],
  { columns, calling, present }: ExportContext,
): AsyncGenerator<ExportCell[][]> {
  const fields = Object.fromEntries(columns);
  const paths = await readPaths(db, platformsIn(new Map(columns)));
  const platforms = new Map(paths.map(({ id, platform }) => [id, platform]));
  const pathOf = pathNames(paths);
  const valuesOf = createTableRecords(fields, category => platforms.get(category));
  for (let from = 0; from < ids.length; from += BATCH_SIZE) {
    const part = ids.slice(from, from + BATCH_SIZE);
    const records = new Map((await readRecords(db, binding, part)).map(record => [record.id, present(record)]));
    const linked = await readLinkedNames(db, columns, [...records.values()]);
    const nameOf: NameOf = (field, id) =>
      (storedAs(field).names === 'categories' ? pathOf.get(id) : undefined) ??
      calling.get(keyOf(field, id)) ??
      linked.get(keyOf(field, id)) ??
      `№ ${id}`;
    yield part.flatMap(id => {
      const record = records.get(id);
      if (!record) return [];
      const values = valuesOf(record);
      values[productNumberColumn] = productNumberOf(id, Math.floor(Date.parse(String(record['created_at'])) / 1000));
      return [columns.map(([name, field]) => cellOf(valueAt(values, name), field, nameOf))];
    });
  }
}

const isOfRecords = (field: Field): field is Field<'one' | 'many'> => storedAs(field).names === 'records';

const keyOf = (field: Field, id: number): string =>
  `${isOfReference(field) ? 'reference' : field.kind} ${'of' in field ? field.of : ''} ${id}`;

/** Unambiguous names of reference values, so that an import of the file finds the same ones. */
const readReferenceNames = async (db: Database, references: readonly string[]): Promise<Map<string, string>> => {
  const values = await loadValues(db, references);
  const calling = uniqueNames(references, values);
  return new Map(values.map(({ id, reference }) => [`reference ${reference} ${id}`, calling.get(id) ?? `№ ${id}`]));
};

/** Names of the linked records in one batch, to avoid a query per row. */
const readLinkedNames = async (
  db: Database,
  columns: readonly Column[],
  records: readonly WireRecord[],
): Promise<Map<string, string>> => {
  const names = new Map<string, string>();
  for (const [name, field] of columns) {
    if (!isOfRecords(field)) continue;
    const ids = new Set(records.flatMap(record => (record[name] ?? []) as number[]));
    const { table, columns: of } = bindingOf(field.of);
    if (ids.size === 0 || !of['name']) continue;
    const rows = await db
      .select({ id: table.id, name: of['name'] })
      .from(table as PgTable)
      .where(idIsOneOf(table.id, [...ids]));
    for (const row of rows) names.set(keyOf(field, row.id as number), String(row.name));
  }
  return names;
};

/** Logs an error during the download. The response has already started, so there is no other way to report it. */
async function* withErrorLog<T>({ log }: Deps, groups: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield* groups;
  } catch (error) {
    log.fault('export', error);
    throw error;
  }
}
