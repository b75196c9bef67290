import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { withAuthor, withBatch } from '../accounts/author.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { type Database, queryRows } from '../db/database.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure, invalidField } from '../http/errors.ts';
import { translateValidation } from '../translate.ts';
import { commitChange } from './commit.ts';
import { lockInOrder } from './locks.ts';
import { stampSql } from './stamp.ts';
import { scopeCondition, type TableBinding } from './tableBinding.ts';
import { toTouchedRows } from './touched.ts';

export const displayOrderSql = ({ table, columns }: TableBinding): SQL[] => [
  sql`${columns['order']} asc nulls last`,
  sql`${columns['name']} asc`,
  sql`${table.id} asc`,
];

/**
 * Permutes these records among the positions they hold. Each gets a position, because records without one are sorted
 * last.
 * @throws {ApiFailure} 400 when one of them does not exist; 409 when the order is no longer `base`
 */
const orderRecords = (deps: ServerDeps, binding: TableBinding, { ids, base }: OrderBody): Promise<{ ids: number[] }> =>
  commitChange(withBatch(deps, 'order'), async (tx, changes) => {
    const { table } = binding;
    await lockInOrder(tx, [toTouchedRows(binding, await readIds(tx, binding), 'no key update')]);
    const before = await readIds(tx, binding);
    if (base && isReordered(before, base)) throw new ApiFailure('conflict', { text: 'orderConflict' });
    const movedIds = new Set(ids);
    if (movedIds.size < ids.length || ids.some(id => !before.includes(id)))
      throw invalidField('ids', translateValidation('notFound'));
    let next = 0;
    const after = before.map(id => (movedIds.has(id) ? (ids[next++] ?? id) : id));
    const column = sql.identifier('order');
    const changedRows = await queryRows<{ id: number }>(
      tx,
      sql`update ${table} as r
        set ${column} = placed.place, ${stampSql(changes)}
        from unnest(${sql.param(after)}::integer[]) with ordinality as placed (id, place)
        where r.id = placed.id and r.${column} is distinct from placed.place
        returning r.id`,
    );
    changes.changed(
      binding.resource,
      changedRows.map(({ id }) => id),
    );
    return { ids: after };
  });

interface OrderBody {
  ids: readonly number[];
  base?: readonly number[] | undefined;
}

/**
 * Ignores records that only one of the orders contains: they were created or deleted in the meantime, which does not
 * affect the order of the others.
 */
const isReordered = (ids: readonly number[], base: readonly number[]): boolean => {
  const [presentIds, knownIds] = [new Set(ids), new Set(base)];
  const common = base.filter(id => presentIds.has(id));
  return ids.filter(id => knownIds.has(id)).some((id, index) => id !== common[index]);
};

const readIds = async (tx: Database, binding: TableBinding): Promise<number[]> => {
  const rows = await tx
    .select({ id: binding.table.id })
    .from(binding.table as PgTable)
    .where(scopeCondition(binding))
    .orderBy(...displayOrderSql(binding));
  return rows.map(({ id }) => id as number);
};

export const createOrderHandler =
  (deps: ServerDeps, binding: TableBinding) =>
  ({ body, caller }: { body: OrderBody; caller: Caller }) =>
    orderRecords(withAuthor(deps, caller), binding, body);
