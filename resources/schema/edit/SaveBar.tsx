import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { changedFields } from '#providers/changes.ts';
import { useT } from '#providers/i18nProvider.ts';
import type { Definition } from '../types.ts';
import { useLabels } from '../useLabels.ts';
import styles from './Editor.module.css';
import type { EditedRecord } from './useSave.ts';

interface SaveBarProps {
  definition: Definition;
  baseline: EditedRecord;
  isSaving: boolean;
  mayWrite: (field: string) => boolean;
}

/** Stands at the bottom only while something is unsaved, and names what. */
export const SaveBar = ({ definition, baseline, isSaving, mayWrite }: SaveBarProps) => {
  const t = useT();
  const labels = useLabels(definition.name);
  const { reset, control } = useFormContext();
  const values = useWatch({ control });
  const unsaved = Object.keys(changedFields(definition.collection, values, baseline));
  const isOpen = unsaved.every(mayWrite);
  useSaveShortcut(unsaved.length > 0 && isOpen);
  if (unsaved.length === 0) return null;
  return (
    <div className={styles['saveBar']} role="region" aria-label={t('shell.unsaved')}>
      <p>
        <strong>{t('shell.unsaved')}:</strong> {unsaved.map(labels.field).join(', ')}
      </p>
      <Button color="inherit" disabled={isSaving} onClick={() => reset(baseline)}>
        {t('shell.revert')}
      </Button>
      <Button type="submit" form="record" variant="contained" loading={isSaving} disabled={!isOpen}>
        {t('shell.save')}
      </Button>
    </div>
  );
};

/** Ctrl+S saves the form that is open. */
export const useSaveShortcut = (enabled: boolean): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.code !== 'KeyS') return;
      event.preventDefault();
      const form = document.getElementById('record');
      if (enabled && form instanceof HTMLFormElement) form.requestSubmit();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [enabled]);
};
