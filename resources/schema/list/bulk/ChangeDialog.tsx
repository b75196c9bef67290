import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useApi } from '#providers/ApiContext.tsx';
import { changeRecords, type Preview } from '#providers/bulkCalls.ts';
import { outcomeOf } from '#providers/bulkRun.ts';
import { useT } from '#providers/i18nProvider.ts';
import type { Definition } from '../../types.ts';
import { useLabels } from '../../useLabels.ts';
import { useSelection } from '../selection.ts';
import { BulkResult, BulkRunning } from './BulkResult.tsx';
import { ChangeFields } from './ChangeFields.tsx';
import { ChangePreview } from './ChangePreview.tsx';
import { useBulkRun } from './useBulkRun.ts';

interface ChangeDialogProps {
  definition: Definition;
  ids: readonly number[];
  /** The fields that the person may write. */
  names: readonly string[];
  onClose: () => void;
}

type Values = Record<string, unknown>;

/** The same values for many records: which, what it changes, the change itself, what became of each record. */
export const ChangeDialog = ({ definition, ids: given, names, onClose }: ChangeDialogProps) => {
  const t = useT();
  const api = useApi();
  const notify = useNotify();
  const labels = useLabels(definition.name);
  const { run, start, stop, clear } = useBulkRun(definition.name, useSelection());
  const [ids, setIds] = useState(given);
  const [data, setData] = useState<Values>({});
  const [isChecking, setChecking] = useState(false);
  const isRunning = run !== null && !run.isOver;

  const change = async ({ versions }: Preview) => {
    const progress = await start(ids, part => changeRecords(api, definition.name, { ids: part, data, versions }));
    if (outcomeOf(progress) !== 'done') return;
    notify(t('listing.bulk.changedAll', { records: labels.count(progress.done.size) }), { type: 'success' });
    onClose();
  };
  return (
    <Dialog open onClose={isRunning ? undefined : onClose} maxWidth="sm" fullWidth>
      <DialogTitle>{t('listing.bulk.changeTitle', { records: labels.count(ids.length) })}</DialogTitle>
      {run === null && !isChecking && (
        <ChangeFields
          {...{ definition, names, onClose }}
          values={data}
          onChosen={chosen => {
            setData(chosen);
            setChecking(true);
          }}
        />
      )}
      {run === null && isChecking && (
        <ChangePreview {...{ definition, ids, data }} onBack={() => setChecking(false)} onChange={change} />
      )}
      {isRunning && <BulkRunning progress={run.progress} isStopping={run.isStopping} onStop={stop} />}
      {run?.isOver && (
        <BulkResult
          {...{ definition, onClose }}
          kind="changed"
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
