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
  const read = async (of: ListQuery): Promise<ListResult> => {
    const counted = totals.of(binding, of);
    const [items, total] = await Promise.all([readPage(db, binding, of, counted), counted]);
    return { items, total };
  };
  const found = await read(query);
  const corrected = found.total === 0 && query.search ? await correctSearch(db, binding, query.search) : null;
  if (corrected === null) return found;
  const correctedResult = await read({ ...query, search: corrected });
  return correctedResult.total === 0
    ? found
    : { ...correctedResult, corrected_search: findOriginalSpelling(corrected, binding, correctedResult.items) };
};

/** Words as spelled in the records, because folded words look misspelled: «зелёный» is folded to «зеленыи». */
export const findOriginalSpelling = (
  search: string,
  { collection }: TableBinding,
  records: readonly WireRecord[],
): string => {
  const texts = records.flatMap(record => collection.search.map(name => String(record[name] ?? '')));
  const words = texts.flatMap(text => text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []);
  const spellingOf = (word: string): string => {
    const written = words.find(one => foldText(one).startsWith(word));
    return written === undefined ? word : written.normalize('NFC').slice(0, word.length);
  };
  return search.split(' ').map(spellingOf).join(' ');
};
