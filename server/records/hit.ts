import type { Collection } from '#contract/collection.ts';
import { findPictureField, getPicture } from '#contract/images.ts';
import type { Hit } from '#contract/links.ts';
import { foldText, isSameCode, listWordVariants } from '#contract/searchText.ts';
import type { WireRecord } from './readRecords.ts';
import type { TableBinding } from './tableBinding.ts';

/**
 * A record as shown in search results and pickers. `detail` distinguishes records with the same name. It is the field
 * other than the name that matches the search text, such as the barcode. If no such field matches, it is the first
 * non-empty field.
 */
export const toHit = (collection: Collection, record: WireRecord, search?: string): Hit => {
  const details = listDetailValues(collection, record);
  const searchWords = search ? listWordVariants(search).flat() : [];
  const matchingDetail = details.find(detail => searchWords.some(word => foldText(detail).includes(word)));
  const { id, name, status } = record as WireRecord & { name?: unknown; status?: string };
  return {
    id,
    name: String(name),
    detail: matchingDetail ?? details[0] ?? null,
    status: status ?? null,
    picture: getPicture(collection, record),
  };
};

const hitFields = new WeakMap<Collection, ReadonlySet<string>>();

/** The fields that `toHit` reads. The same set for each call, so that statements for it are built once. */
export const getHitFields = ({ collection, declared = collection }: TableBinding): ReadonlySet<string> => {
  const fields = hitFields.get(declared) ?? listHitFields(declared);
  hitFields.set(declared, fields);
  return fields;
};

const listHitFields = (collection: Collection): ReadonlySet<string> => {
  const picture = findPictureField(collection)?.name;
  return new Set(['name', 'status', ...listDetailFields(collection), ...(picture ? [picture] : [])]);
};

export const isExactHit = (collection: Collection, record: WireRecord, search: string): boolean =>
  listDetailValues(collection, record).some(detail => isSameCode(detail, search));

export const listDetailFields = ({ search }: Collection): string[] => search.filter(name => name !== 'name');

const listDetailValues = (collection: Collection, record: WireRecord): string[] =>
  listDetailFields(collection).flatMap(name => (record[name] ? [String(record[name])] : []));
