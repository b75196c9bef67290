import { useState } from 'react';
import { useNotify } from 'react-admin';
import { outcomeOf } from '#providers/cache/bulkRun.ts';
import { useApi } from '#providers/http/ApiContext.tsx';
import { removeRecords } from '#providers/http/bulkCalls.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { DialogBody, DialogFrame } from '#ui/Dialog.tsx';
import { useFormats } from '../../engine/format.ts';
import type { Definition } from '../../engine/types.ts';
import { useLabels } from '../../engine/useLabels.ts';
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
    <DialogFrame
      title={t('listing.bulk.removeTitle', { records: labels.count(ids.length) })}
      size="medium"
      onClose={isRunning ? undefined : onClose}
    >
      {run === null && <Names {...{ definition, ids }} onRemove={() => void remove()} />}
      {isRunning && <BulkRunning progress={run.progress} isStopping={run.isStopping} onStop={stop} />}
      {run?.isOver && (
        <BulkResult
          definition={definition}
          kind="removed"
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

/** Records that the question names. */
const NAMED = 5;

interface NamesProps {
  definition: Definition;
  ids: readonly number[];
  onRemove: () => void;
}

const Names = ({ definition, ids, onRemove }: NamesProps) => {
  const t = useT();
  const { number } = useFormats();
  const names = useRecordNames(definition.name, ids.slice(0, NAMED));
  return (
    <DialogBody
      isQuestion
      action={
        <Button variant="contained" onClick={onRemove}>
          {t('listing.bulk.doRemove', { number: number(ids.length) })}
        </Button>
      }
    >
      <ul className={styles['names']}>
        {names.map((name, index) => (
          <li key={ids[index]}>{name}</li>
        ))}
        {ids.length > NAMED && <li>{t('listing.bulk.andMore', { number: number(ids.length - NAMED) })}</li>}
      </ul>
      {t('listing.bulk.removeText')}
    </DialogBody>
  );
};
