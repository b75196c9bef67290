import { eq, inArray, lte } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { importSchedules, preparedImports } from '../db/schema.ts';
import { importRuns } from '../imports/importJob.ts';
import { listStoredFiles } from '../imports/prepared/store.ts';
import { importStore } from '../imports/runs.ts';
import { computeNextTime } from '../imports/schedules/computeNextTime.ts';
import { sendingStore } from '../media/sending/runs.ts';
import { sendingRuns } from '../media/sending/sendingJob.ts';
import { publications } from '../publishing/publishingJob.ts';
import { publicationStore } from '../publishing/runs.ts';
import { createEventBus } from '../realtime/eventBus.ts';
import { undoRuns } from '../undo/undoRun.ts';
import { undoStore } from '../undo/undoStore.ts';

/**
 * Ends what was under way when the backup was made. A server that is started on the copy, perhaps only to look at it,
 * would otherwise send old files to real receivers, and import what its original has imported since.
 * @param files the names of the files that the backup contains
 */
export const settleRestored = async (db: Database, files: ReadonlySet<string>): Promise<void> => {
  const now = new Date();
  // No server uses the database yet, so nobody listens.
  const deps = { db, clock: () => now, realtime: createEventBus() };
  await importRuns.endRuns(deps, importStore.isActive, { reason: 'restored' });
  await publications.endRuns(deps, publicationStore.isActive, { reason: 'restored' });
  await sendingRuns.endRuns(deps, sendingStore.isActive, { reason: 'restored' });
  await undoRuns.endRuns(deps, undoStore.isActive, { reason: 'restored' });
  for (const { profile_id, time } of await db.select().from(importSchedules).where(lte(importSchedules.next_at, now)))
    await db
      .update(importSchedules)
      .set({ next_at: computeNextTime(time, now) })
      .where(eq(importSchedules.profile_id, profile_id));
  await expireLostTables(db, files, now);
};

const tableFiles = { key: preparedImports.key, image_archive: preparedImports.image_archive };

/** The original has imported or removed these tables before their files were copied. The next clean-up removes the rest. */
const expireLostTables = async (db: Database, files: ReadonlySet<string>, now: Date): Promise<void> => {
  const lostKeys = (await db.select(tableFiles).from(preparedImports))
    .filter(table => listStoredFiles(table).some(name => !files.has(name)))
    .map(({ key }) => key);
  await db.update(preparedImports).set({ expires_at: now }).where(inArray(preparedImports.key, lostKeys));
};
