import { and } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { withBatch } from '../accounts/author.ts';
import type { Database } from '../db/database.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure, invalidField } from '../http/errors.ts';
import { translateValidation } from '../translate.ts';
import { lockDefinitionsShared } from './attributes.ts';
import { commitChange, deleteRows } from './commit.ts';
import type { TouchedRows } from './locks.ts';
import type { WireRecord } from './readRecords.ts';
import { createStamp } from './stamp.ts';
import { scopeCondition, type TableBinding } from './tableBinding.ts';
import { lockForRemoval, toTouchedRows } from './touched.ts';
import { type ReferringField, readReferringFields } from './usages.ts';

/**
 * Replaces all references to a record with references to another record, then deletes the record.
 * @throws {ApiFailure} 404; 400 when the replacement does not exist; 409 when a usage cannot be replaced
 */
export const replaceRecord = (
  deps: ServerDeps,
  binding: TableBinding,
  id: number,
  replacementId: number,
): Promise<WireRecord> =>
  commitChange(withBatch(deps, 'replacement', { resource: binding.resource }), async (tx, changes) => {
    await lockDefinitionsShared(tx);
    const fields = (await readReferringFields(tx, binding)).filter(({ replaceWith }) => replaceWith);
    const lockedRecords = await lockForRemoval(tx, binding, [id, replacementId], transaction =>
      findTouchedHolders(transaction, fields, id),
    );
    const record = lockedRecords.find(lockedRecord => lockedRecord.id === id);
    if (!record) throw new ApiFailure('notFound');
    if (lockedRecords.length < 2) throw invalidField('by', translateValidation('notFound'));
    for (const { referringBinding, condition, replaceWith } of fields) {
      const { table, resource } = referringBinding;
      const set = {
        ...replaceWith?.([id], replacementId),
        ...createStamp(table, changes),
      };
      const rows = await tx
        .update(table as PgTable)
        .set(set as never)
        .where(and(scopeCondition(referringBinding), condition([id])))
        .returning({ id: table.id });
      changes.changed(
        resource,
        rows.map(row => (row as { id: number }).id),
      );
    }
    await deleteRows(tx, binding, [id], changes);
    return record;
  });

const findTouchedHolders = async (
  tx: Database,
  fields: readonly ReferringField[],
  id: number,
): Promise<TouchedRows[]> => {
  const touchedRows: TouchedRows[] = [];
  for (const { referringBinding, condition } of fields) {
    const rows = await tx
      .select({ id: referringBinding.table.id })
      .from(referringBinding.table as PgTable)
      .where(and(scopeCondition(referringBinding), condition([id])));
    const ids = rows.map(row => row.id as number);
    touchedRows.push(toTouchedRows(referringBinding, ids, 'no key update'));
  }
  return touchedRows;
};
