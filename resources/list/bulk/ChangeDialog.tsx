import { useState } from 'react';
import { useNotify } from 'react-admin';
import { outcomeOf } from '#providers/cache/bulkRun.ts';
import { useApi } from '#providers/http/ApiContext.tsx';
import { changeRecords, type Preview } from '#providers/http/bulkCalls.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { DialogFrame } from '#ui/Dialog.tsx';
import type { Definition } from '../../engine/types.ts';
import { useLabels } from '../../engine/useLabels.ts';
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
    <DialogFrame
      title={t('listing.bulk.changeTitle', { records: labels.count(ids.length) })}
      size="medium"
      onClose={isRunning ? undefined : onClose}
    >
      {run === null && !isChecking && (
        <ChangeFields
          {...{ definition, names }}
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
          definition={definition}
          kind="changed"
          progress={run.progress}
          onAgain={rest => {
            setIds(rest);
            clear();
          }}
        />
      )}
    </DialogFrame>
  );
};
