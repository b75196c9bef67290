import { inArray, lt, notInArray, type SQL, sql } from 'drizzle-orm';
import { readHistorySettings } from '../batches/historySettings.ts';
import { withPause } from '../db/batchPace.ts';
import { queryRows } from '../db/database.ts';
import { batches, drafts, feeds, importOutcomes, importSkipped, runLog, runs } from '../db/schema.ts';
import type { ServerDeps } from '../http/deps.ts';
import { NOTIFICATION_DAYS } from '../realtime/notifications/notify.ts';
import { activeStatuses } from './runs.ts';

const DAY_MS = 86_400_000;
const RUNS_PER_PIECE = 200;
/** Rows deleted per statement, so that the embedded database is not blocked for long. */
const ROWS_PER_PIECE = 5000;
/** The tables that may have 100,000 rows of a run. The others are deleted with the run. */
const largeTables = [runLog, importSkipped, importOutcomes] as const;

/**
 * Removes the runs that are older than the settings keep of the history, with their logs and results. A notification
 * leads to its run, so runs are kept for at least as long as these.
 */
export const pruneRuns = async (deps: ServerDeps, pieceSize = ROWS_PER_PIECE): Promise<void> => {
  const { keep_days } = await readHistorySettings(deps.db);
  const days = Math.max(keep_days, NOTIFICATION_DAYS);
  const condition = removableCondition(new Date(deps.clock().getTime() - days * DAY_MS));
  for (let removed = RUNS_PER_PIECE; removed === RUNS_PER_PIECE; ) {
    const found = await queryRows<{ id: number }>(
      deps.db,
      sql`select id from ${runs} where ${condition} order by started_at limit ${RUNS_PER_PIECE}`,
    );
    const ids = found.map(({ id }) => id);
    for (const table of largeTables) await removeInPieces(deps, table, { ids, pieceSize });
    await deps.db.delete(runs).where(inArray(runs.id, ids));
    removed = ids.length;
  }
};

/**
 * A run stays while the history mentions it, because what it wrote may be undone and whether an undo has ended is
 * read from its run; while a feed serves what it published; until its clean-up is done; and as the last of its kind.
 */
const removableCondition = (before: Date): SQL => sql`${lt(runs.started_at, before)} and ${lt(runs.finished_at, before)}
  and ${notInArray(runs.status, [...activeStatuses])}
  and not (${runs.kind} = 'publication' and ${runs.status} = 'finished' and not ${runs.is_tidy})
  and exists (select from runs later where later.kind = ${runs.kind} and later.id > ${runs.id})
  and not exists (select from ${batches}
    where ${batches.details} ? 'run_id' and (${batches.details} ->> 'run_id')::integer = ${runs.id})
  and not exists (select from ${drafts} where ${drafts.run_id} = ${runs.id})
  and not exists (select from ${feeds} where ${feeds.run_id} = ${runs.id})`;

const removeInPieces = async (
  deps: ServerDeps,
  table: (typeof largeTables)[number],
  { ids, pieceSize }: { ids: readonly number[]; pieceSize: number },
): Promise<void> => {
  for (let deleted = pieceSize; deleted === pieceSize; ) {
    const piece = sql`delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${inArray(table.run_id, [...ids])} limit ${pieceSize}
    )) returning 1`;
    deleted = (await withPause(deps, () => queryRows(deps.db, piece))).length;
  }
};
