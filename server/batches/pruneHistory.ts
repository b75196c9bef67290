import { and, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { withPause } from '../db/batchPace.ts';
import { queryRows } from '../db/database.ts';
import { batches, changes, drafts, feeds, trash } from '../db/schema.ts';
import type { ServerDeps } from '../http/deps.ts';
import { batchesBeingUndone } from './beingUndone.ts';
import { readHistorySettings } from './historySettings.ts';

const DAY_MS = 86_400_000;
const BATCHES_PER_PIECE = 200;
/** Changes deleted per statement, so that the embedded database is not blocked for long. */
const CHANGES_PER_PIECE = 5000;

interface Place {
  id: number;
  at: string;
}

/**
 * Removes the changes that are older than the settings keep, and then the batches and drafts without any. Drafts that
 * are open, or were closed later than that, stay whole, because their difference needs each of their changes. So do
 * batches with records in the trash, which get their links from them, and batches that an undo goes on with. Feeds
 * that have not received what goes check every record in their next publication.
 */
export const pruneHistory = async (deps: ServerDeps, pieceSize = CHANGES_PER_PIECE): Promise<void> => {
  const { keep_days } = await readHistorySettings(deps.db);
  const before = new Date(deps.clock().getTime() - keep_days * DAY_MS);
  await deps.db
    .update(feeds)
    .set({ settings: null })
    .where(sql`${feeds.run_id} is not null and ${feeds.drafts_run_id} < (
      select max(${drafts.run_id}) from ${drafts} where ${lt(drafts.closed_at, before)})`);
  let last: Place | null = null;
  for (;;) {
    const found: Place[] = await readOldBatches(deps, before, last);
    last = found.at(-1) ?? null;
    if (!last) break;
    await pruneBatches(deps, { before, pieceSize, ids: found.map(({ id }) => id) });
  }
  await deps.db
    .delete(drafts)
    .where(
      and(
        lt(drafts.closed_at, before),
        sql`not exists (select from ${changes} where ${changes.draft_id} = ${drafts.id})`,
      ),
    );
};

const readOldBatches = ({ db }: ServerDeps, before: Date, last: Place | null): Promise<Place[]> =>
  queryRows<Place>(
    db,
    sql`select id, at::text from ${batches}
      where ${and(lt(batches.at, before), last ? sql`(at, id) > (${last.at}::timestamptz, ${last.id})` : undefined)}
      order by at, id limit ${BATCHES_PER_PIECE}`,
  );

interface Piece {
  before: Date;
  pieceSize: number;
  ids: readonly number[];
}

const pruneBatches = async (deps: ServerDeps, { before, pieceSize, ids }: Piece): Promise<void> => {
  const removable = and(inArray(changes.batch_id, [...ids]), notKept(before), notBeingUndone);
  for (let deleted = pieceSize; deleted === pieceSize; ) {
    deleted = await withPause(deps, async () => {
      const rows = await queryRows(
        deps.db,
        sql`delete from ${changes} where ctid in (
          select ctid from ${changes} where ${removable} limit ${pieceSize}
        ) returning 1`,
      );
      return rows.length;
    });
  }
  await deps.db
    .delete(batches)
    .where(
      and(
        inArray(batches.id, [...ids]),
        sql`not exists (select from ${changes} where ${changes.batch_id} = ${batches.id})`,
      ),
    );
};

/** A run that is resumed counts the units of its batch again. */
const notBeingUndone = sql`${changes.batch_id} not in (${batchesBeingUndone})`;

const notKept = (before: Date): SQL => sql`not exists (
  select from ${drafts} where ${drafts.id} = ${changes.draft_id}
    and (${drafts.closed_at} is null or ${drafts.closed_at} >= ${before.toISOString()}::timestamptz)
) and not exists (select from ${trash} where ${trash.batch_id} = ${changes.batch_id})`;
