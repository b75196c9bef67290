import type { ListQuery } from '#contract/collection.ts';
import type { Database } from '../db/database.ts';
import { readPage, type WireRecord } from './readRecords.ts';
import { respelled } from './respelled.ts';
import type { TableBinding } from './tableBinding.ts';
import type { Totals } from './totals.ts';

interface Found {
  items: WireRecord[];
  total: number;
}

/** A search that finds nothing is repeated without its typos. */
export const readList = async (
  db: Database,
  totals: Totals,
  binding: TableBinding,
  query: ListQuery,
): Promise<Found> => {
  const read = async (of: ListQuery): Promise<Found> => {
    const counted = totals.of(binding, of);
    const [items, total] = await Promise.all([readPage(db, binding, of, counted), counted]);
    return { items, total };
  };
  const found = await read(query);
  const meant = found.total === 0 && query.search ? await respelled(db, binding, query.search) : null;
  return meant === null ? found : read({ ...query, search: meant });
};
