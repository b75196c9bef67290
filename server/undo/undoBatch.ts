import type { ChangeKey, UndoOutcome } from '#contract/undo.ts';
import { toAuthor, withAuthor, withBatch } from '../accounts/author.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { writeAs } from '../drafts/author.ts';
import { markRestoring } from '../drafts/restoreRecords.ts';
import type { ServerDeps } from '../http/deps.ts';
import { commitChange } from '../records/commit.ts';
import { createChangeCollector, type PendingChanges } from '../records/recordChanges.ts';
import { isKnownEntity, planParts, type UndoPart } from './parts.ts';
import { presentOutcome } from './presentOutcome.ts';
import { createChangeVisibility, readBatch, readBatchChanges } from './readBatch.ts';
import { createOverwriting, createTally, type UndoTally } from './tally.ts';
import { undoParts } from './undoParts.ts';

export interface UndoRequest {
  batchId: number;
  overwrite: 'all' | readonly ChangeKey[];
}

/**
 * Takes a batch back in one transaction, on behalf of the caller: an ordinary write, which can be undone too.
 * @throws {ApiFailure} 404 when there is no such batch
 */
export const undoBatch = async (deps: ServerDeps, caller: Caller, request: UndoRequest): Promise<UndoOutcome> => {
  const { at } = await readBatch(deps.db, request.batchId);
  const plan = await planUndo(deps.db, caller, request.batchId);
  const tally = await commitChange(
    withBatch(withAuthor(deps, caller), 'undo', { undoes: request.batchId }),
    (tx, changes) => undoWithin(tx, caller, changes, request, plan.parts),
  );
  return presentOutcome(deps.db, caller, tally, { at, hidden: plan.hidden });
};

class RolledBack extends Error {
  readonly tally: UndoTally;

  constructor(tally: UndoTally) {
    super('an undo was only tried');
    this.tally = tally;
  }
}

/**
 * What `undoBatch` would do. It does it and rolls it back, because only the write itself knows what would be refused.
 * @throws {ApiFailure} 404 when there is no such batch
 */
export const previewUndo = async (deps: ServerDeps, caller: Caller, batchId: number): Promise<UndoOutcome> => {
  const { at } = await readBatch(deps.db, batchId);
  const plan = await planUndo(deps.db, caller, batchId);
  const author = toAuthor(caller);
  try {
    return await inTransaction(deps.db, async tx => {
      const changes = createChangeCollector(deps.clock(), author);
      const batch = { kind: 'undo', details: { undoes: batchId } } as const;
      await writeAs(tx, author, { batch, lockWait: deps.lockWait ?? PREVIEW_LOCK_MS });
      const tally = await undoWithin(tx, caller, changes, { batchId, overwrite: [] }, plan.parts);
      throw new RolledBack(tally);
    });
  } catch (error) {
    // Named afterwards, as the records are now.
    if (error instanceof RolledBack) return presentOutcome(deps.db, caller, error.tally, { at, hidden: plan.hidden });
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
  const all = (await readBatchChanges(db, batchId)).filter(({ entity }) => isKnownEntity(entity));
  const visible = all.filter(createChangeVisibility(caller));
  return { parts: planParts(visible), hidden: all.length - visible.length };
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
