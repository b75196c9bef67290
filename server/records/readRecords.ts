import { and, asc, Column, eq, type SQL, sql } from 'drizzle-orm';
import { type PgColumn, PgDialect, type PgTable } from 'drizzle-orm/pg-core';
import type { Collection, FilterQuery, ListQuery } from '#contract/collection.ts';
import { type Field, getInitialValue, getKindTraits } from '#contract/fields.ts';
import { getEmptyParameterName, getRangeParameterNames, pickFilterFields } from '#contract/filters.ts';
import { recordStamp } from '../db/columns.ts';
import { type Database, queryPreparedRows, queryRows } from '../db/database.ts';
import { referenceValues } from '../db/schema.ts';
import type { LinkBinding, RecordTable } from './bindTable.ts';
import { getStoredKind } from './getStoredKind.ts';
import { editorSql } from './kinds/person.ts';
import { filterCondition, idsCondition, listOrderSql, orderBySql, orderKeySql } from './query.ts';
import { scopeCondition, type TableBinding } from './tableBinding.ts';

export type WireRecord = { id: number; version: number } & Record<string, unknown>;

/** One page of a list. Selects the ids first, so that joins only read the rows of the page. */
export const readPage = async (
  db: Database,
  binding: TableBinding,
  query: ListQuery,
  totalCount?: Promise<number>,
): Promise<WireRecord[]> => {
  const slice = { limit: query.per_page, from: (query.page - 1) * query.per_page };
  const isFew = totalCount && (await totalCount) <= getMaxSortedRows(binding, query);
  const ids = isFew ? readIdsFilteredFirst(db, binding, query, slice) : readIdsInOrder(db, binding, query, slice);
  const { id } = binding.table;
  return readRecordsFrom(
    db,
    binding,
    sql`unnest(array${ids}) with ordinality page (id, place) join ${binding.table} on ${id} = page.id order by page.place`,
  );
};

/** Sorting up to this many rows is too fast for a user to notice, so no index is needed. */
const MAX_SORTED_ROWS = 100_000;
/**
 * The limit for a search, and for records without a value. It is lower, because it takes longer to collect the matches. If there are more matches, the
 * sort index finds the first of them soon.
 */
const MAX_SORTED_MATCHES = 20_000;

const getMaxSortedRows = (binding: TableBinding, query: ListQuery): number => {
  if (query.search || isSearchedByAbsence(binding, query)) return MAX_SORTED_MATCHES;
  return isScattered(binding, query) ? MAX_SORTED_ROWS : -1;
};

const isSearchedByAbsence = ({ collection: { fields } }: TableBinding, query: ListQuery): boolean =>
  Object.keys(fields).some(name => query[getEmptyParameterName(name)] === true);

/**
 * Whether the matches may be clustered in the sort order. For a range filter the planner assumes they are spread evenly
 * and scans the sort index, which may skip a hundred thousand rows before the first match.
 */
const isScattered = ({ collection: { fields } }: TableBinding, query: ListQuery): boolean =>
  Object.entries(pickFilterFields(fields)).some(
    ([name, { kind }]) =>
      getKindTraits({ kind }).filter === 'range' &&
      name !== query.sort &&
      getRangeParameterNames(name).some(parameterName => query[parameterName] !== undefined),
  );

export interface PageSlice {
  from: number;
  limit: number;
}

/**
 * The ids of a page. Forces the planner to filter before sorting: `offset 0` is an optimisation fence that hides the
 * outer order and limit from the subquery.
 */
const readIdsFilteredFirst = (
  db: Database,
  binding: TableBinding,
  query: FilterQuery,
  { limit, from }: PageSlice,
  extraCondition?: SQL,
): SQL => {
  const { id } = binding.table;
  const key = orderKeySql(binding, query.sort);
  const sortedIds = db
    .select({ id: sql<number>`${id}`.as('id'), key: sql`${key}`.as('key') })
    .from(binding.table as PgTable)
    .where(and(filterCondition(db, binding, query), extraCondition));
  const order = sql.join(orderBySql(sql`key`, sql`id`, query.order), sql`, `);
  return sql`(select id from (${sortedIds.getSQL()} offset 0) found order by ${order} limit ${limit} offset ${from})`;
};

const readIdsInOrder = (
  db: Database,
  binding: TableBinding,
  query: FilterQuery,
  { limit, from }: PageSlice,
  extraCondition?: SQL,
) =>
  db
    .select({ id: binding.table.id })
    .from(binding.table as PgTable)
    .where(and(filterCondition(db, binding, query), extraCondition))
    .orderBy(...listOrderSql(binding, query))
    .limit(limit)
    .offset(from);

export const readIds = async (
  db: Database,
  binding: TableBinding,
  query: FilterQuery,
  slice: PageSlice,
  extraCondition?: SQL,
): Promise<number[]> => {
  const rows = await readIdsInOrder(db, binding, query, slice, extraCondition);
  return rows.map(({ id }) => id as number);
};

/** Like the ids of a page, for a search in several groups. Does not depend on the total, which is not needed here. */
export const readIdGroups = async (db: Database, binding: TableBinding, query: FilterQuery, slice: PageSlice) => {
  const limitedIds = db
    .select({ id: binding.table.id })
    .from(binding.table as PgTable)
    .where(filterCondition(db, binding, query))
    .limit(MAX_SORTED_MATCHES + 1);
  const [countRow] = await queryRows<{ isFew: boolean }>(
    db,
    sql`select count(*) <= ${MAX_SORTED_MATCHES} as "isFew" from (${limitedIds.getSQL()}) found`,
  );
  if (!countRow?.isFew) return (group?: SQL) => readIds(db, binding, query, slice, group);
  return async (group?: SQL): Promise<number[]> => {
    const rows = await queryRows<{ id: number }>(
      db,
      sql`select id from ${readIdsFilteredFirst(db, binding, query, slice, group)} page`,
    );
    return rows.map(({ id }) => id);
  };
};

export const readAllRecords = (
  db: Database,
  binding: TableBinding,
  condition: SQL | undefined,
  order: SQL[],
  options: ReadOptions = {},
): Promise<WireRecord[]> => {
  const whereSql = and(scopeCondition(binding), condition) ?? sql`true`;
  return readRecordsFrom(
    db,
    binding,
    sql`${binding.table} where ${whereSql} order by ${sql.join(order, sql`, `)}`,
    options,
  );
};

export const readRecords = async (
  db: Database,
  binding: TableBinding,
  ids: readonly number[],
  fields?: ReadonlySet<string>,
): Promise<WireRecord[]> => {
  if (ids.length === 0) return [];
  const { id } = binding.table;
  // Not a prepared statement, because each connection would accumulate a statement for every choice of fields.
  if (fields) return readAllRecords(db, binding, idsCondition(id, ids), [asc(id)], { fields });
  return readAllRecords(db, binding, idsCondition(id, ids), [asc(id)], { perform: queryPreparedRows });
};

export const readLinks = async (
  db: Database,
  { table, own, other, value }: LinkBinding,
  ids: readonly number[],
): Promise<Map<number, unknown[]>> => {
  const pairs = await db
    .select({ own, linked: value ?? other })
    .from(table)
    .where(idsCondition(own, ids))
    .orderBy(asc(own), asc(other));
  const linksByRecord = new Map<number, unknown[]>();
  for (const pair of pairs as { own: number; linked: unknown }[]) {
    const others = linksByRecord.get(pair.own);
    if (others) others.push(pair.linked);
    else linksByRecord.set(pair.own, [pair.linked]);
  }
  return linksByRecord;
};

interface ReadOptions {
  /** SQL that precedes the statement. */
  before?: SQL;
  perform?: (db: Database, query: SQL) => Promise<WireRecord[]>;
  /** Restricts the columns to these fields and omits the last editor. */
  fields?: ReadonlySet<string>;
}

/**
 * Reads records in a single statement, whose columns are named as in the API so that rows need no mapping; `from`
 * includes everything after FROM.
 */
export const readRecordsFrom = async (
  db: Database,
  binding: TableBinding,
  fromSql: SQL,
  { before = sql.empty(), perform = queryRows, fields }: ReadOptions = {},
): Promise<WireRecord[]> => {
  const { selected, decoded } = getSelection(db, binding, fields);
  const rows = await perform(db, sql`${before}select ${selected} from ${fromSql}`);
  for (const row of rows) for (const [name, decode] of decoded) row[name] = decode(row[name]);
  return rows;
};

/**
 * Runs a statement that writes records and returns their rows as records. Links written by other statements are not
 * visible yet.
 */
export const readWrittenRecords = (db: Database, binding: TableBinding, statement: SQL): Promise<WireRecord[]> =>
  readRecordsFrom(db, binding, sql`written as ${sql.identifier(binding.tableName)}`, {
    before: sql`with written as (${statement}) `,
    perform: queryPreparedRows,
  });

interface RecordSelection {
  selected: SQL;
  decoded: readonly (readonly [name: string, decode: NonNullable<ReadColumn['decode']>])[];
}

const ALL_FIELDS = {};
/** Cached per collection and set of fields, because building such a statement takes longer than running it. */
const selections = new WeakMap<Collection, WeakMap<object, RecordSelection>>();
const dialect = new PgDialect();

const getSelection = (db: Database, binding: TableBinding, fields?: ReadonlySet<string>): RecordSelection => {
  const { collection, declared = collection } = binding;
  const ofCollection = selections.get(declared) ?? new WeakMap<object, RecordSelection>();
  selections.set(declared, ofCollection);
  const selection = ofCollection.get(fields ?? ALL_FIELDS) ?? buildSelection(db, binding, fields);
  ofCollection.set(fields ?? ALL_FIELDS, selection);
  return selection;
};

/** Fields that identify a record and are always read. */
const IDENTITY_COLUMNS: readonly string[] = ['id', 'version', 'created_at'];

const buildSelection = (db: Database, binding: TableBinding, fields?: ReadonlySet<string>): RecordSelection => {
  const readColumns = buildReadColumns(db, binding).filter(
    ({ name }) => !fields || fields.has(name) || IDENTITY_COLUMNS.includes(name),
  );
  const list = readColumns.map(({ name, value }) => sql`${value} as ${sql.identifier(name)}`);
  const built = dialect.sqlToQuery(sql.join(list, sql`, `));
  const sqlTexts = built.sql.split(/\$\d+/).map(text => sql.raw(text));
  const selectedSql = sqlTexts.flatMap((text, index) =>
    index === 0 ? [text] : [sql.param(built.params[index - 1]), text],
  );
  const decoded = readColumns.flatMap(({ name, decode }) => (decode ? [[name, decode] as const] : []));
  return { selected: sql.join(selectedSql), decoded };
};

interface ReadColumn {
  name: string;
  value: SQL;
  decode?: (value: unknown) => unknown;
}

const buildReadColumns = (db: Database, binding: TableBinding): ReadColumn[] => {
  const { collection, declared = collection, columns, links, table } = binding;
  const createReadColumns = (name: string, field?: Field): ReadColumn[] => {
    const [column, link] = [columns[name], links[name]];
    if (field?.isSecret) return [];
    if (link) return [{ name, value: linkedSql(db, table, link) }];
    if (!column) return [createExtraColumn(name, field)];
    const readStored = field ? getStoredKind(field).read : null;
    if (name === 'updated_by') return [{ name, value: editorSql(db, column, columns['acted_by']) }];
    if (readStored) return [{ name, value: readStored(db, column) }];
    return [{ name, value: sql`${column}`, ...getDecoder(column) }];
  };
  const { acted_by: _, ...stampFields } = recordStamp();
  const stampColumns = Object.keys(stampFields).flatMap(name => createReadColumns(name));
  return [
    ...stampColumns,
    ...Object.entries(declared.fields).flatMap(([name, field]) => createReadColumns(name, field)),
  ];
};

/**
 * Times are sent as text. Other columns use their own decoder. To save time per row, a decoder that changes nothing is
 * skipped.
 */
const getDecoder = (column: PgColumn): Pick<ReadColumn, 'decode'> => {
  if (column.dataType === 'date') return { decode: value => (value === null ? null : toMoment(value as string)) };
  const isUnchanged = column.mapFromDriverValue === Column.prototype.mapFromDriverValue;
  return isUnchanged ? {} : { decode: value => (value === null ? null : column.mapFromDriverValue(value)) };
};

const linkedSql = (db: Database, { id }: RecordTable, { table, own, other, value }: LinkBinding): SQL => {
  const linkedPairs = db
    .select(value ?? { other })
    .from(table)
    .where(eq(own, id))
    .orderBy(asc(other));
  return value ? sql`to_json(array(select pair from ${linkedPairs} pair))` : sql`to_json(array${linkedPairs})`;
};

const createExtraColumn = (name: string, field: Field | undefined): ReadColumn => ({
  name,
  value: sql`${referenceValues.extra} -> ${sql.raw(`'${name}'`)}`,
  decode: value => value ?? (field ? getInitialValue(field) : null),
});

const toMoment = (value: string): string => new Date(value).toISOString();
