import type { Collection } from '#contract/collection.ts';
import { pictureOf } from '#contract/images.ts';
import type { Hit } from '#contract/links.ts';
import { foldText, isSame, wordsOf } from '#contract/searchText.ts';
import type { WireRecord } from './readRecords.ts';

/**
 * A record as search results and pickers show it. `detail` is the field besides the name that a search has found, such
 * as the barcode, else the first that is not empty, to tell records of the same name apart.
 */
export const hitOf = (collection: Collection, record: WireRecord, search?: string): Hit => {
  const details = detailsOf(collection, record);
  const words = search ? wordsOf(search).flat() : [];
  const found = details.find(detail => words.some(word => foldText(detail).includes(word)));
  const { id, name, status } = record as WireRecord & { name?: unknown; status?: string };
  return {
    id,
    name: String(name),
    detail: found ?? details[0] ?? null,
    status: status ?? null,
    picture: pictureOf(collection, record),
  };
};

export const isExact = (collection: Collection, record: WireRecord, search: string): boolean =>
  detailsOf(collection, record).some(detail => isSame(detail, search));

export const detailNames = ({ search }: Collection): string[] => search.filter(name => name !== 'name');

const detailsOf = (collection: Collection, record: WireRecord): string[] =>
  detailNames(collection).flatMap(name => (record[name] ? [String(record[name])] : []));
