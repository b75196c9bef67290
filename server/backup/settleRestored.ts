import { eq, lte } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { importSchedules } from '../db/schema.ts';
import { importRuns } from '../imports/importJob.ts';
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
 */
export const settleRestored = async (db: Database): Promise<void> => {
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
};
