import type { Collection } from '#contract/collection.ts';
import { pictureOf } from '#contract/images.ts';
import type { Hit } from '#contract/links.ts';
import type { WireRecord } from './readRecords.ts';

/**
 * A record as search results and pickers show it. `detail` is its first non-empty search field besides the name, to
 * tell records of the same name apart.
 */
export const hitOf = (collection: Collection, record: WireRecord): Hit => {
  const { search } = collection;
  const detail = search.map(name => (name === 'name' ? null : record[name])).find(Boolean);
  const { id, name, status } = record as WireRecord & { name?: unknown; status?: string };
  return {
    id,
    name: String(name),
    detail: detail ? String(detail) : null,
    status: status ?? null,
    picture: pictureOf(collection, record),
  };
};
