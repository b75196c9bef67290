import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useApi } from '#providers/ApiContext.tsx';
import { removeRecords } from '#providers/bulkCalls.ts';
import { outcomeOf } from '#providers/bulkRun.ts';
import { useT } from '#providers/i18nProvider.ts';
import { useFormats } from '../../format.ts';
import type { Definition } from '../../types.ts';
import { Button } from '../../ui/Button.tsx';
import { useLabels } from '../../useLabels.ts';
import { useSelection } from '../selection.ts';
import { useRecordNames } from '../useRecordNames.ts';
import styles from './Bulk.module.css';
import { BulkResult, BulkRunning } from './BulkResult.tsx';
import { useBulkRun } from './useBulkRun.ts';

interface RemoveDialogProps {
  definition: Definition;
  ids: readonly number[];
  onClose: () => void;
}

/** Removes many records after a question, and says what became of each. */
export const RemoveDialog = ({ definition, ids: given, onClose }: RemoveDialogProps) => {
  const t = useT();
  const api = useApi();
  const notify = useNotify();
  const labels = useLabels(definition.name);
  const { run, start, stop, clear } = useBulkRun(definition.name, useSelection());
  const [ids, setIds] = useState(given);
  const isRunning = run !== null && !run.isOver;

  const remove = async () => {
    const progress = await start(ids, part => removeRecords(api, definition.name, part));
    if (outcomeOf(progress) !== 'done') return;
    notify(t('listing.bulk.removedAll', { records: labels.count(progress.done.size) }), { type: 'success' });
    onClose();
  };
  return (
    <Dialog open onClose={isRunning ? undefined : onClose} maxWidth="sm" fullWidth>
      <DialogTitle>{t('listing.bulk.removeTitle', { records: labels.count(ids.length) })}</DialogTitle>
      {run === null && <Question {...{ definition, ids, onClose }} onRemove={() => void remove()} />}
      {isRunning && <BulkRunning progress={run.progress} isStopping={run.isStopping} onStop={stop} />}
      {run?.isOver && (
        <BulkResult
          {...{ definition, onClose }}
          kind="removed"
          progress={run.progress}
          onAgain={rest => {
            setIds(rest);
            clear();
          }}
        />
      )}
    </Dialog>
  );
};

/** Records that the question names. */
const NAMED = 5;

const Question = ({ definition, ids, onRemove, onClose }: RemoveDialogProps & { onRemove: () => void }) => {
  const t = useT();
  const { number } = useFormats();
  const names = useRecordNames(definition.name, ids.slice(0, NAMED));
  return (
    <>
      <DialogContent>
        <ul className={styles['names']}>
          {names.map((name, index) => (
            <li key={ids[index]}>{name}</li>
          ))}
          {ids.length > NAMED && <li>{t('listing.bulk.andMore', { number: number(ids.length - NAMED) })}</li>}
        </ul>
        {t('listing.bulk.removeText')}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" autoFocus onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button variant="contained" color="error" onClick={onRemove}>
          {t('listing.bulk.doRemove', { number: number(ids.length) })}
        </Button>
      </DialogActions>
    </>
  );
};
