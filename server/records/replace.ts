import { and, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Deps } from '../http/deps.ts';
import { ApiFailure, invalidField } from '../http/errors.ts';
import { translateValidation } from '../translate.ts';
import { lockRecords, type WireRecord } from './read.ts';
import { scopeOf, type TableBinding } from './tableBinding.ts';
import { referringFieldsOf } from './usages.ts';
import { change, deleteRows } from './write.ts';

/**
 * Replaces all references to a record with another one, then deletes it.
 * @throws {ApiFailure} 404; 400 when the replacement does not exist; 409 when a usage cannot be replaced
 */
export const replaceRecord = (deps: Deps, binding: TableBinding, id: number, by: number): Promise<WireRecord> =>
  change(deps, async (tx, changes) => {
    const locked = await lockRecords(tx, binding, [id, by]);
    const record = locked.find(one => one.id === id);
    if (!record) throw new ApiFailure('notFound');
    if (locked.length < 2) throw invalidField('by', translateValidation('notFound'));
    for (const { holder, condition, instead } of await referringFieldsOf(tx, binding)) {
      if (!instead) continue;
      const { table, resource } = holder;
      const set = {
        ...instead([id], by),
        version: sql`${table.version} + 1`,
        updated_at: changes.at,
        updated_by: changes.by,
      };
      const rows = await tx
        .update(table as PgTable)
        .set(set as never)
        .where(and(scopeOf(holder), condition([id])))
        .returning({ id: table.id });
      changes.changed(
        resource,
        rows.map(row => (row as { id: number }).id),
      );
    }
    await deleteRows(tx, binding, [id], changes);
    return record;
  });
