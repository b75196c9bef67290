import type { Caller } from '../accounts/session/caller.ts';
import type { Database } from '../db/database.ts';
import type { PendingChanges } from '../records/recordChanges.ts';
import type { IsOverwritten, UndoTally } from './tally.ts';

export interface UndoContext {
  tx: Database;
  caller: Caller;
  batchId: number;
  changes: PendingChanges;
  tally: UndoTally;
  /** Whether a value is to go back although it was changed again since. */
  isOverwritten: IsOverwritten;
}
