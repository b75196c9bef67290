import { useRunBatch } from '#providers/cache/batchQueries.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { UndoButton } from '#resources/undo/UndoButton.tsx';

/** Offers to undo what a run has written, or says when that was done. Nothing, if it wrote nothing. */
export const RunUndo = ({ runId }: { runId: number }) => {
  const t = useT();
  const batch = useRunBatch(runId);
  return batch ? <UndoButton batchId={batch.id} name={t('undo.kinds.import')} undone={batch.undone} /> : null;
};
