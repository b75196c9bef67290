import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { importAccess } from '#contract/importing.ts';
import { type ScheduledUpload, scheduleLimits, type TakenTable } from '#contract/importSchedules.ts';
import { getPagePath } from '#contract/pages.ts';
import { type Database, queryRows } from '../../db/database.ts';
import { importProfiles, preparedImports, runs, takenTables, userRights, users } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { collectNotified, emitNotificationsChange, notify } from '../../realtime/notifications/notify.ts';
import { removePreparedImport, type StoredPreparedImport } from '../prepared/store.ts';
import { lockReading, type Reading } from './readings.ts';

export type StoredTable = typeof takenTables.$inferSelect;

const isUndecided = (state: StoredTable['state']): boolean => state === 'checking' || state === 'waiting';

/** Whether somebody can still decide about the table, for which its upload is needed. */
export const isOpen = ({ state, prepared_id }: Pick<StoredTable, 'state' | 'prepared_id'>): boolean =>
  isUndecided(state) && prepared_id !== null;

export const isTaken = async (db: Database, profileId: number, hash: string): Promise<boolean> =>
  (await db.$count(takenTables, and(eq(takenTables.profile_id, profileId), eq(takenTables.hash, hash)))) > 0;

const waitingCondition = and(eq(takenTables.state, 'waiting'), isNotNull(takenTables.prepared_id));

export const isFull = async (db: Database, profileId: number): Promise<boolean> =>
  (await db.$count(takenTables, and(eq(takenTables.profile_id, profileId), waitingCondition))) >=
  scheduleLimits.waiting;

/**
 * Remembers a table, so that its content is not taken again.
 * @returns null if another process has taken it
 * @throws {ReadingReplacedError}
 */
export const addTable = async (
  { db, clock }: ServerDeps,
  reading: Reading,
  table: Pick<StoredTable, 'hash' | 'name' | 'state' | 'why' | 'prepared_id'>,
): Promise<StoredTable | null> =>
  inTransaction(db, async tx => {
    await lockReading(tx, reading);
    const [addedTable] = await tx
      .insert(takenTables)
      .values({ ...table, profile_id: reading.profile_id, taken_at: clock() })
      .onConflictDoNothing()
      .returning();
    return addedTable ?? null;
  });

/** The tables that a reading has taken without deciding about them, with their uploads. */
export const listUndecided = (db: Database, profileId: number) =>
  db
    .select({ table: takenTables, prepared: preparedImports })
    .from(takenTables)
    .innerJoin(preparedImports, eq(preparedImports.id, takenTables.prepared_id))
    .where(and(eq(takenTables.profile_id, profileId), eq(takenTables.state, 'checking')))
    .orderBy(takenTables.id);

const PAGE_PATH = getPagePath('import');

/** The ids of all users who may import. */
export const listImporters = async (tx: Database): Promise<number[]> => {
  const rows = await queryRows<{ id: number }>(
    tx,
    sql`select distinct ${users.id} as id from ${users} join ${userRights} on ${userRights.user_id} = ${users.id}
      where ${users.status} = 'active' and ${userRights.slug} in ${[...importAccess]}`,
  );
  return rows.map(({ id }) => id);
};

/** Lets all users who may import see a table and decide about it. @throws {ReadingReplacedError} */
export const waitForApproval = async (
  deps: ServerDeps,
  reading: Reading,
  { table, profile, why }: { table: StoredTable; profile: string; why: string[] },
): Promise<void> => {
  const people = collectNotified(deps.clock());
  await inTransaction(deps.db, async tx => {
    await lockReading(tx, reading);
    await tx.update(takenTables).set({ state: 'waiting', why }).where(eq(takenTables.id, table.id));
    await sharePreparedImport(tx, table);
    const link = `${PAGE_PATH}?prepared=${table.prepared_id}`;
    const payload = { file_name: table.name, profile };
    await notify(tx, people, await listImporters(tx), { kind: 'import_waiting', payload, link });
  });
  emitNotificationsChange(deps, people.userIds);
};

const sharePreparedImport = (tx: Database, { prepared_id }: Pick<StoredTable, 'prepared_id'>) =>
  tx
    .update(preparedImports)
    .set({ audience: 'everyone' })
    .where(eq(preparedImports.id, prepared_id ?? 0));

/**
 * Closes a table that is not a table of products, whose import would change nothing, or whose upload is gone.
 * @throws {ReadingReplacedError}
 */
export const closeTable = async (
  deps: ServerDeps,
  reading: Reading,
  {
    table,
    prepared,
    ...end
  }: { table: StoredTable; prepared: StoredPreparedImport } & Pick<StoredTable, 'state' | 'why'>,
): Promise<void> => {
  await inTransaction(deps.db, async tx => {
    await lockReading(tx, reading);
    await tx.update(takenTables).set(end).where(eq(takenTables.id, table.id));
  });
  await removePreparedImport(deps, prepared);
};

/** Makes the tables of a removed schedule wait for approval, because no reading will decide about them any more. */
export const releaseUndecided = async (tx: Database, profileId: number): Promise<void> => {
  const released = await tx
    .update(takenTables)
    .set({ state: 'waiting' })
    .where(and(eq(takenTables.profile_id, profileId), eq(takenTables.state, 'checking')))
    .returning({ prepared_id: takenTables.prepared_id });
  for (const table of released) await sharePreparedImport(tx, table);
};

export class TableStartedError extends Error {}

/**
 * Records that a run imports a taken table, whether a schedule or a user started it. Call it in the transaction that
 * begins the run.
 * @param isUndecided whether a schedule starts the run, which it must not do once the table has been decided about
 * @throws {TableStartedError}
 */
export const markTableStarted = async (
  tx: Database,
  { key, runId, isUndecided = false }: { key: string; runId: number; isUndecided?: boolean | undefined },
): Promise<void> => {
  const importIdQuery = tx.select({ id: preparedImports.id }).from(preparedImports).where(eq(preparedImports.key, key));
  const tableCondition = eq(takenTables.prepared_id, sql`(${importIdQuery})`);
  const [startedTable] = await tx
    .update(takenTables)
    .set({ state: 'started', run_id: runId, why: [] })
    .where(isUndecided ? and(tableCondition, eq(takenTables.state, 'checking')) : tableCondition)
    .returning({ prepared_id: takenTables.prepared_id });
  if (startedTable) await sharePreparedImport(tx, startedTable);
  else if (isUndecided) throw new TableStartedError(`the table ${key} was decided elsewhere`);
};

/** The tables taken last, with their outcomes. */
export const listTables = async (db: Database, profileId: number): Promise<TakenTable[]> => {
  const rows = await db
    .select({ table: takenTables, run: { id: runs.id, status: runs.status } })
    .from(takenTables)
    .leftJoin(runs, eq(runs.id, takenTables.run_id))
    .where(eq(takenTables.profile_id, profileId))
    .orderBy(desc(takenTables.id))
    .limit(scheduleLimits.shownTables);
  return rows.map(({ table: { id, name, taken_at, state, why, prepared_id }, run }) => ({
    id,
    name,
    taken_at: taken_at.toISOString(),
    state: isUndecided(state) && !isOpen({ state, prepared_id }) ? 'dropped' : state,
    why,
    prepared_id: state === 'waiting' ? prepared_id : null,
    run,
  }));
};

/**
 * By upload id, the profile whose schedule has taken the upload, and why the upload waits. Uploads by users are
 * omitted.
 */
export const readScheduledUploads = async (
  db: Database,
  uploads: readonly Pick<StoredPreparedImport, 'id' | 'audience'>[],
): Promise<Map<number, z.output<typeof ScheduledUpload>>> => {
  const ids = uploads.filter(({ audience }) => audience === 'everyone').map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: takenTables.prepared_id, profile: importProfiles.name, why: takenTables.why })
    .from(takenTables)
    .innerJoin(importProfiles, eq(importProfiles.id, takenTables.profile_id))
    .where(inArray(takenTables.prepared_id, ids));
  return new Map(rows.map(({ id, ...scheduled }) => [id ?? 0, scheduled]));
};
