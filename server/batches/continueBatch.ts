import { eq, sql } from 'drizzle-orm';
import type { BatchKind } from '#contract/batches.ts';
import type { Author } from '../accounts/author.ts';
import { type Database, queryRows } from '../db/database.ts';
import { batches } from '../db/schema.ts';
import { type BatchDescription, writeAs } from '../drafts/author.ts';
import { batchesBeingUndone } from './beingUndone.ts';

/** Those that take several requests if there are many records or files. */
const kinds: ReadonlySet<BatchKind> = new Set(['bulk', 'delete', 'images', 'restoration']);

/** How long after its first request a batch may be continued. A client that names an older one is not in the same write. */
const MAX_HOURS = 1;

/**
 * The batch that a transaction continues, if it may: the one that an earlier transaction of the same write has begun, or
 * that the request names. Otherwise its changes are a batch of their own, because a batch has one author and one kind,
 * and an undo has taken all of it back.
 *
 * Call it before any other lock is taken: until the transaction ends, the batch is locked, so that no undo begins.
 */
export const holdContinuedBatch = async (
  tx: Database,
  { id: userId, actorId, written }: Author,
  { id: begunId, kind, details }: BatchDescription,
  lockWait?: number,
): Promise<number | undefined> => {
  // Nobody undoes what a run is still writing.
  if (details?.run_id !== undefined) return begunId;
  const id = begunId ?? (kinds.has(kind) ? written?.continuedId : undefined);
  if (id === undefined) return undefined;
  await writeAs(tx, undefined, { lockWait });
  const [batch] = await queryRows<{ id: number }>(
    tx,
    sql`select id from ${batches}
      where id = ${id} and kind = ${kind} and user_id = ${userId} and acted_by is not distinct from ${actorId}::integer
        and at > now() - make_interval(hours => ${MAX_HOURS})
      for share`,
  );
  // A statement of its own: the one that waited for the lock does not see what was written meanwhile.
  return batch && !(await isUndone(tx, id)) ? id : undefined;
};

const isUndone = async (tx: Database, id: number): Promise<boolean> => {
  const found = await queryRows(
    tx,
    sql`select from ${batches} where details ? 'undoes' and (details ->> 'undoes')::integer = ${id}
      union all select where ${id} in (${batchesBeingUndone})`,
  );
  return found.length > 0;
};

/**
 * Waits for the transactions that continue a batch, before it is undone; later ones find it undone. Like them, an undo
 * takes this lock before all others.
 */
export const lockBatchForUndo = async (tx: Database, id: number): Promise<void> => {
  await tx.select({ id: batches.id }).from(batches).where(eq(batches.id, id)).for('no key update');
};
