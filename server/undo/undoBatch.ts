import type { Batch } from '#contract/batches.ts';
import type { ChangeKey, UndoOutcome } from '#contract/undo.ts';
import { toAuthor, withAuthor, withBatch } from '../accounts/author.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { lockBatchForUndo } from '../batches/continueBatch.ts';
import { countHiddenChanges } from '../batches/readBatchChanges.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { writeAs } from '../drafts/author.ts';
import { markRestoring } from '../drafts/restoreRecords.ts';
import type { ServerDeps } from '../http/deps.ts';
import { commitChange } from '../records/commit.ts';
import { createChangeCollector, type PendingChanges } from '../records/recordChanges.ts';
import { planParts, type UndoPart } from './parts.ts';
import { presentOutcome } from './presentOutcome.ts';
import { readBatchChanges } from './readBatch.ts';
import { createOverwriting, createTally, type UndoTally } from './tally.ts';
import { undoParts } from './undoParts.ts';

export interface UndoRequest {
  batchId: number;
  overwrite: 'all' | readonly ChangeKey[];
}

export type UndoneBatch = Pick<Batch, 'id' | 'at'>;

/** Takes a batch back in one transaction, on behalf of the caller: an ordinary write, which can be undone too. */
export const undoBatch = async (
  deps: ServerDeps,
  caller: Caller,
  { id: batchId, at }: UndoneBatch,
  overwrite: UndoRequest['overwrite'],
): Promise<UndoOutcome> => {
  const { tally, hidden } = await commitChange(
    withBatch(withAuthor(deps, caller), 'undo', { undoes: batchId }),
    async (tx, changes) => {
      await lockBatchForUndo(tx, batchId);
      const { parts, hidden } = await planUndo(tx, caller, batchId);
      return { tally: await undoWithin(tx, caller, changes, { batchId, overwrite }, parts), hidden };
    },
  );
  return presentOutcome(deps.db, caller, tally, { at, hidden });
};

class RolledBack extends Error {
  readonly tally: UndoTally;

  constructor(tally: UndoTally) {
    super('an undo was only tried');
    this.tally = tally;
  }
}

/** What `undoBatch` would do. */
export const previewUndo = async (
  deps: ServerDeps,
  caller: Caller,
  { id: batchId, at }: UndoneBatch,
): Promise<UndoOutcome> => {
  const plan = await planUndo(deps.db, caller, batchId);
  const tally = await tryUndo(deps, caller, batchId, plan.parts);
  // Named afterwards, as the records are now.
  return presentOutcome(deps.db, caller, tally, { at, hidden: plan.hidden });
};

/** Takes parts back and rolls that back, because only the write itself knows what would be refused. */
export const tryUndo = async (
  deps: ServerDeps,
  caller: Caller,
  batchId: number,
  parts: readonly UndoPart[],
): Promise<UndoTally> => {
  const author = toAuthor(caller);
  try {
    return await inTransaction(deps.db, async tx => {
      const changes = createChangeCollector(deps.clock(), author);
      const batch = { kind: 'undo', details: { undoes: batchId } } as const;
      await writeAs(tx, author, { batch, lockWait: deps.lockWait ?? PREVIEW_LOCK_MS });
      throw new RolledBack(await undoWithin(tx, caller, changes, { batchId, overwrite: [] }, parts));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.tally;
    throw error;
  }
};

/** A preview does not wait as long as a write, because nobody has decided anything yet. */
const PREVIEW_LOCK_MS = 3000;

interface UndoPlan {
  parts: UndoPart[];
  hidden: number;
}

const planUndo = async (db: Database, caller: Caller, batchId: number): Promise<UndoPlan> => {
  const visible = await readBatchChanges(db, caller, batchId);
  return { parts: planParts(visible), hidden: await countHiddenChanges(db, caller, batchId) };
};

export const undoWithin = async (
  tx: Database,
  caller: Caller,
  changes: PendingChanges,
  { batchId, overwrite }: UndoRequest,
  parts: readonly UndoPart[],
): Promise<UndoTally> => {
  const tally = createTally();
  await markRestoring(tx);
  await undoParts({ tx, caller, batchId, changes, tally, isOverwritten: createOverwriting(overwrite) }, parts);
  return tally;
};
