import { and, gte, inArray, lt, or, type SQL } from 'drizzle-orm';
import { listWordVariants } from '#contract/searchText.ts';
import type { Database } from '../db/database.ts';
import { getHitFields, listDetailFields } from './hit.ts';
import { buildWordStartPatterns, containsAnyCondition, escapeLike } from './query.ts';
import { readIdGroups, readRecords, type WireRecord } from './readRecords.ts';
import type { TableBinding } from './tableBinding.ts';

/** A whole barcode, usually from a scanner. */
const IS_SCANNED = /^\d{8,14}$/;

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
  const [sort] = binding.collection.sort;
  const readGroup = await readIdGroups(db, binding, { search, sort, order: 'asc' }, { from: 0, limit });
  const best = new Set<number>(IS_SCANNED.test(search) ? await readGroup(codeCondition(binding, search)) : []);
  const others = best.size > 0 ? [] : await readGroup();
  for (const group of others.length > 0 ? [codeCondition, nameCondition, startsWithCondition] : [])
    if (best.size < limit) for (const id of await readGroup(group(binding, search))) best.add(id);
  const ids = [...new Set([...best, ...others])].slice(0, limit);
  const records = new Map(
    (await readRecords(db, binding, ids, getHitFields(binding))).map(record => [record.id, record]),
  );
  return ids.flatMap(id => records.get(id) ?? []);
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
