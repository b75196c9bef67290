import { and, gte, inArray, lt, or, type SQL } from 'drizzle-orm';
import { splitIntoWords } from '#contract/searchText.ts';
import type { Database } from '../db/database.ts';
import { detailFields } from './hit.ts';
import { containsAny, escapeLike, wordStartPatterns } from './query.ts';
import { readIdGroups, readRecords, type WireRecord } from './readRecords.ts';
import type { TableBinding } from './tableBinding.ts';

/**
 * The records that match a search best, at most `limit` of them: those with exactly this code first, then those whose
 * name begins with the first word, then those with words that begin like all of them, then all others. Each group is read by an index,
 * because sorting all matches of a common word by their rank would take too long.
 */
export const readBestMatches = async (
  db: Database,
  binding: TableBinding,
  search: string,
  limit: number,
): Promise<WireRecord[]> => {
  const [sort] = binding.collection.sort;
  const read = await readIdGroups(db, binding, { search, sort, order: 'asc' }, { from: 0, limit });
  const others = await read();
  const best = new Set<number>();
  for (const group of others.length > 0 ? [hasCode, isNamed, startsWithCondition] : [])
    if (best.size < limit) for (const id of await read(group(binding, search))) best.add(id);
  const ids = [...new Set([...best, ...others])].slice(0, limit);
  const records = new Map((await readRecords(db, binding, ids)).map(record => [record.id, record]));
  return ids.flatMap(id => records.get(id) ?? []);
};

/** By equality, which unique indexes serve. Other spellings of a code are rare enough to be among all matches. */
const hasCode = ({ collection, columns }: TableBinding, search: string): SQL | undefined => {
  const spellings = [search, search.toUpperCase(), search.toLowerCase()];
  return or(...detailFields(collection).flatMap(name => (columns[name] ? [inArray(columns[name], spellings)] : [])));
};

/** The highest character of the Unicode collation, by which a prefix is a range of the index of names. */
const HIGHEST_CHARACTER = '\uffff';

const isNamed = ({ columns: { name } }: TableBinding, search: string): SQL | undefined => {
  const [first = ''] = search.toLowerCase().split(/\s+/);
  return name && and(gte(name, first), lt(name, first + HIGHEST_CHARACTER));
};

const startsWithCondition = ({ table }: TableBinding, search: string): SQL | undefined =>
  and(
    ...splitIntoWords(search).map(spellings =>
      containsAny(
        table,
        spellings.flatMap(part => wordStartPatterns(escapeLike(part))),
      ),
    ),
  );
