import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { changedFields } from '#providers/changes.ts';
import { useT } from '#providers/i18nProvider.ts';
import type { Definition } from '../types.ts';
import { useLabels } from '../useLabels.ts';
import styles from './Editor.module.css';
import type { EditedRecord } from './useSave.ts';

interface StaleNoteProps {
  definition: Definition;
  baseline: EditedRecord;
  record: EditedRecord;
  onTake: (record: EditedRecord, keepMine: boolean) => void;
}

/** The record changed elsewhere: an untouched form follows by itself, a touched one is asked. */
export const StaleNote = ({ definition, baseline, record, onTake }: StaleNoteProps) => {
  const t = useT();
  const labels = useLabels(definition.name);
  const { getValues } = useFormContext();
  const { collection } = definition;
  const isTouched = Object.keys(changedFields(collection, getValues(), baseline)).length > 0;
  useEffect(() => {
    if (!isTouched) onTake(record, false);
  }, [isTouched, record, onTake]);
  if (!isTouched) return null;
  const names = Object.keys(changedFields(collection, record, baseline))
    .map(labels.field)
    .join(', ');
  return (
    <div className={styles['stale']} role="status">
      <p>{t('shell.stale', { names })}</p>
      <Button color="inherit" variant="outlined" onClick={() => onTake(record, true)}>
        {t('shell.staleTake')}
      </Button>
    </div>
  );
};
