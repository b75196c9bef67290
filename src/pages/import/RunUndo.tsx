import UndoIcon from '@mui/icons-material/UndoOutlined';
import { Link } from 'react-router-dom';
import { HOME_PATH } from '#contract/addresses.ts';
import { useRunBatch } from '#providers/cache/batchQueries.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { toLocalDay } from '#resources/list/days.ts';
import { UndoButton } from '#resources/undo/UndoButton.tsx';
import { Button } from '#ui/Button.tsx';

/** Offers to undo what a run has written, or says when that was done. Nothing, if it wrote nothing. */
export const RunUndo = ({ runId }: { runId: number }) => {
  const t = useT();
  const { moment } = useFormats();
  const batch = useRunBatch(runId);
  if (!batch) return null;
  const { id, undone } = batch;
  if (!undone) return <UndoButton batchId={id} name={t('undo.kinds.import')} />;
  const day = toLocalDay(undone.at);
  const address = `${HOME_PATH}/history?kind=undo&since=${day}&until=${day}&batch=${undone.id}`;
  return (
    <Button startIcon={<UndoIcon />} component={Link} to={address}>
      {t('importPage.undone', { when: moment(undone.at) })}
    </Button>
  );
};
