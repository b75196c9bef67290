import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { importSchedules } from '../../db/schema.ts';
import type { ServerDeps } from '../../http/deps.ts';

export type StoredSchedule = typeof importSchedules.$inferSelect;

/** A schedule whose source this process is reading. */
export type Reading = StoredSchedule & { reading: string };

/** Seconds without a sign of life after which another process takes over a reading. */
const LEASE_SECONDS = 60;
const RENEWAL_INTERVAL_MS = 15_000;

/** Uses the database clock, because all processes share it. */
const leaseEnd = sql`now() + make_interval(secs => ${LEASE_SECONDS})`;

const isFree = or(isNull(importSchedules.reading), lt(importSchedules.reading_until, sql`now()`));

/**
 * Begins the reading that has been due for the longest time; null if none is due. Only one process gets each reading.
 */
export const claimReading = async ({ db, clock }: Pick<ServerDeps, 'db' | 'clock'>): Promise<Reading | null> => {
  const reading = randomUUID();
  const due = db
    .select({ id: importSchedules.profile_id })
    .from(importSchedules)
    .where(and(lte(importSchedules.next_at, clock()), isFree))
    .orderBy(asc(importSchedules.next_at))
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimedRow] = await db
    .update(importSchedules)
    .set({ reading, reading_until: leaseEnd })
    .where(eq(importSchedules.profile_id, sql`(${due})`))
    .returning();
  return claimedRow ? { ...claimedRow, reading } : null;
};

const isCurrent = ({ profile_id, reading }: Pick<Reading, 'profile_id' | 'reading'>) =>
  and(eq(importSchedules.profile_id, profile_id), eq(importSchedules.reading, reading));

/** Another process or a new schedule has replaced the reading, so it must not write anything more. */
export class ReadingReplacedError extends Error {}

/**
 * Locks the schedule until the end of the transaction.
 * @throws {ReadingReplacedError}
 */
export const lockReading = async (tx: Database, reading: Reading): Promise<void> => {
  const foundRows = await tx
    .select({ id: importSchedules.profile_id })
    .from(importSchedules)
    .where(isCurrent(reading))
    .for('update');
  if (foundRows.length === 0)
    throw new ReadingReplacedError(`the reading of profile ${reading.profile_id} was replaced`);
};

/** Extends the lease of a reading while `operation` runs. Its signal is aborted when the reading has been replaced. */
export const withLease = async <T>(
  db: Database,
  reading: Reading,
  operation: (replacedSignal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const abortController = new AbortController();
  const renew = async () => {
    const renewedRows = await db
      .update(importSchedules)
      .set({ reading_until: leaseEnd })
      .where(isCurrent(reading))
      .returning({ id: importSchedules.profile_id });
    if (renewedRows.length === 0) abortController.abort(new ReadingReplacedError('the reading was replaced'));
  };
  // A failed renewal is retried. This is safe: while the database is unreachable, the reading cannot write anything
  // either.
  const timer = setInterval(() => void renew().catch(() => undefined), RENEWAL_INTERVAL_MS);
  try {
    return await operation(abortController.signal);
  } finally {
    clearInterval(timer);
  }
};

type ReadingResult = Pick<StoredSchedule, 'next_at' | 'seen' | 'etag' | 'last_modified' | 'failures' | 'last'>;

/** Ends a reading. @returns false if the reading was replaced; in this case, nothing is stored */
export const endReading = async (db: Database, reading: Reading, result: Partial<ReadingResult>): Promise<boolean> => {
  const endedRows = await db
    .update(importSchedules)
    .set({ ...result, reading: null, reading_until: null })
    .where(isCurrent(reading))
    .returning({ id: importSchedules.profile_id });
  return endedRows.length > 0;
};

/**
 * With the embedded database, there is no other process, so the readings of an earlier process are released at once.
 */
export const releaseReadings = async (db: Database): Promise<void> => {
  await db.update(importSchedules).set({ reading: null, reading_until: null });
};
