import { and, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { importSchedules, takenTables } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { ApiFailure } from '../../http/errors.ts';
import { translateImport } from '../../translate.ts';
import { cleanFileName } from '../upload.ts';
import type { StoredSchedule } from './readings.ts';
import { isOpen, type StoredTable } from './takenTables.ts';

/**
 * Schedules a reading that takes the content of an earlier table once more, if the source still has it. The earlier
 * table stays in the list with its outcome.
 * @throws {ApiFailure} 404; 409 while the table has no outcome yet
 */
export const takeTableAgain = async (
  { db, clock }: Pick<ServerDeps, 'db' | 'clock'>,
  profileId: number,
  tableId: number,
): Promise<void> => {
  await inTransaction(db, async tx => {
    const scheduleCondition = eq(importSchedules.profile_id, profileId);
    const [schedule] = await tx.select().from(importSchedules).where(scheduleCondition).for('update');
    const tableCondition = and(eq(takenTables.id, tableId), eq(takenTables.profile_id, profileId));
    const [table] = await tx.select().from(takenTables).where(tableCondition).for('update');
    if (!schedule || !table) throw new ApiFailure('notFound');
    if (isOpen(table)) throw new ApiFailure('conflict', { message: translateImport('refused.tableIsOpen') });
    await releaseContent(tx, table);
    await tx
      .update(importSchedules)
      .set({
        next_at: clock(),
        seen: forgetFile(schedule.seen, table.name),
        etag: null,
        last_modified: null,
        // A reading in progress must not write anything more, because it would restore the earlier state.
        reading: null,
        reading_until: null,
      })
      .where(scheduleCondition);
  });
};

/** Content counts as taken if its hash is stored. With the table's id appended, the hash matches no content. */
const releaseContent = (tx: Database, { id, hash }: StoredTable) =>
  tx
    .update(takenTables)
    .set({ hash: `${hash} ${id}` })
    .where(eq(takenTables.id, id));

/** All files are read again if none has the name of the table, since the file may have been renamed. */
const forgetFile = (seen: StoredSchedule['seen'], name: string): StoredSchedule['seen'] => {
  const isNamed = (fileName: string) => cleanFileName(fileName) === name;
  const isRenamed = !Object.keys(seen).some(isNamed);
  return Object.fromEntries(
    Object.entries(seen).map(([fileName, file]) => [
      fileName,
      isRenamed || isNamed(fileName) ? { ...file, isDone: false } : file,
    ]),
  );
};
