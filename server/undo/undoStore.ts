import type { ChangeKey, UndoCounts, UndoLogItem, UndoRun } from '#contract/undo.ts';
import { createRunStore } from '../jobs/runs.ts';

interface UndoDetails {
  batch_id: number;
  overwrite: 'all' | readonly ChangeKey[];
  /** Units that have been written, so that a run goes on after them. */
  done: number;
}

const emptyCounts: UndoCounts = { restored: 0, removed: 0, changed: 0, since: 0, refused: 0 };

/** With what a run needs to go on. */
export type StoredUndo = UndoRun & UndoDetails;

export const undoStore = createRunStore<StoredUndo, UndoLogItem, UndoCounts, UndoDetails>({
  kind: 'undo',
  counts: emptyCounts,
  present: (_, runs) =>
    runs.map(({ details: { batch_id, overwrite, done }, status, ...run }) => ({
      ...run,
      status: status === 'post_processing' ? 'processing' : status,
      batch_id,
      overwrite,
      done,
    })),
});

export const countReturned = ({ restored, removed, changed }: UndoCounts): number => restored + removed + changed;
