import type { ListQuery } from '#contract/collection.ts';
import { foldText } from '#contract/searchText.ts';
import type { Database } from '../db/database.ts';
import { correctSearch } from './correctedSearch.ts';
import { readPage, type WireRecord } from './readRecords.ts';
import type { TableBinding } from './tableBinding.ts';
import type { Totals } from './totals.ts';

interface ListResult {
  items: WireRecord[];
  total: number;
  /** The search text with typos corrected; present only if the original text found nothing. */
  corrected_search?: string;
}

/** A page of a list. A search without matches is repeated with its typos corrected. */
export const readList = async (
  db: Database,
  totals: Totals,
  binding: TableBinding,
  query: ListQuery,
): Promise<ListResult> => {
  const runQuery = async (listQuery: ListQuery): Promise<ListResult> => {
    const totalCount = totals.count(binding, listQuery);
    const [items, total] = await Promise.all([readPage(db, binding, listQuery, totalCount), totalCount]);
    return { items, total };
  };
  const result = await runQuery(query);
  const correctedSearch = result.total === 0 && query.search ? await correctSearch(db, binding, query.search) : null;
  if (correctedSearch === null) return result;
  const correctedResult = await runQuery({ ...query, search: correctedSearch });
  return correctedResult.total === 0
    ? result
    : { ...correctedResult, corrected_search: findOriginalSpelling(correctedSearch, binding, correctedResult.items) };
};

/** Finds words as spelled in the records, because folded words look misspelled: «зелёный» is folded to «зеленыи». */
export const findOriginalSpelling = (
  search: string,
  { collection }: TableBinding,
  records: readonly WireRecord[],
): string => {
  const recordTexts = records.flatMap(record => collection.search.map(name => String(record[name] ?? '')));
  const recordWords = recordTexts.flatMap(text => text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []);
  const findSpelling = (word: string): string => {
    const spelledWord = recordWords.find(candidate => foldText(candidate).startsWith(word));
    return spelledWord === undefined ? word : spelledWord.normalize('NFC').slice(0, word.length);
  };
  return search.split(' ').map(findSpelling).join(' ');
};
