import { and, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { FilterQuery } from '#contract/collection.ts';
import { listWordVariants } from '#contract/searchText.ts';
import { type Database, queryRows } from '../db/database.ts';
import { getHitFields, listDetailFields } from './hit.ts';
import { buildWordStartPatterns, containsAnyCondition, escapeLike, filterCondition, listOrderSql } from './query.ts';
import { type PageSlice, readIdGroups, readIds, readRecords, type WireRecord } from './readRecords.ts';
import { scopeCondition, type TableBinding } from './tableBinding.ts';

/** A whole barcode, usually from a scanner. */
const IS_SCANNED = /^\d{8,14}$/;

/**
 * The number of names beginning with the first word that are compared with the whole query before anything else is
 * read. For most queries they suffice, and then the number of all matches does not matter.
 */
const FIRST_NAMES = 500;

/**
 * The best matches of a search, at most `limit`: first records with exactly this code, then those whose name begins
 * with the first word, then those with words that begin like all words of the query, then all others. Each group is
 * read from an index, because ranking all matches of a common word would take too long. A record whose code is exactly
 * the scanned one is the only match, because other codes that contain its digits have nothing to do with it.
 */
export const readBestMatches = async (
  db: Database,
  binding: TableBinding,
  search: string,
  limit: number,
): Promise<WireRecord[]> => {
  const query = { search, sort: binding.collection.sort[0], order: 'asc' as const };
  const slice = { from: 0, limit };
  const hasCode = codeCondition(binding, search);
  const best = new Set<number>(hasCode ? await readIds(db, binding, query, slice, hasCode) : []);
  if (best.size === 0 || !IS_SCANNED.test(search)) {
    for (const id of await readFirstNames(db, binding, query, slice)) best.add(id);
    if (best.size < limit) for (const id of await readOtherMatches(db, binding, query, slice)) best.add(id);
  }
  const ids = [...best].slice(0, limit);
  const records = new Map(
    (await readRecords(db, binding, ids, getHitFields(binding))).map(record => [record.id, record]),
  );
  return ids.flatMap(id => records.get(id) ?? []);
};

/**
 * The matches among the first names that begin with the first word. Names are read in order from an index before they are
 * compared, because the planner would collect all matches of a common word instead. The subquery is named like the
 * table, so that the condition applies to it.
 */
const readFirstNames = async (
  db: Database,
  binding: TableBinding,
  query: FilterQuery & { search: string },
  { from, limit }: PageSlice,
): Promise<number[]> => {
  const { table } = binding;
  const hasFirstWord = nameCondition(binding, query.search);
  if (!hasFirstWord) return [];
  const order = sql.join(listOrderSql(binding, query), sql`, `);
  const condition = and(scopeCondition(binding), hasFirstWord);
  const firstNames = sql`select * from ${table} where ${condition} order by ${order} limit ${FIRST_NAMES}`;
  const rows = await queryRows<{ id: number }>(
    db,
    sql`select id from (${firstNames}) ${table} where ${filterCondition(db, binding, query)}
      order by ${order} limit ${limit} offset ${from}`,
  );
  return rows.map(({ id }) => id);
};

const readOtherMatches = async (
  db: Database,
  binding: TableBinding,
  query: FilterQuery & { search: string },
  slice: PageSlice,
): Promise<number[]> => {
  const readGroup = await readIdGroups(db, binding, query, slice);
  const others = await readGroup();
  const best: number[] = [];
  for (const rank of others.length > 0 ? [nameCondition, startsWithCondition] : []) {
    const group = rank(binding, query.search);
    if (group && best.length < slice.limit) best.push(...(await readGroup(group)));
  }
  return [...best, ...others];
};

/**
 * Compares by equality, which uses the unique indexes. Other spellings of a code are rare enough to be found in the
 * last group.
 */
const codeCondition = ({ collection, columns }: TableBinding, search: string): SQL | undefined => {
  const spellings = [search, search.toUpperCase(), search.toLowerCase()];
  return or(
    ...listDetailFields(collection).flatMap(name => (columns[name] ? [inArray(columns[name], spellings)] : [])),
  );
};

/** The highest character in the Unicode collation, which turns a prefix into a range of the name index. */
const HIGHEST_CHARACTER = '\uffff';

const nameCondition = ({ columns: { name } }: TableBinding, search: string): SQL | undefined => {
  const [first = ''] = search.toLowerCase().split(/\s+/);
  return name && and(gte(name, first), lt(name, first + HIGHEST_CHARACTER));
};

const startsWithCondition = ({ table }: TableBinding, search: string): SQL | undefined =>
  and(
    ...listWordVariants(search).map(spellings =>
      containsAnyCondition(
        table,
        spellings.flatMap(part => buildWordStartPatterns(escapeLike(part))),
      ),
    ),
  );
