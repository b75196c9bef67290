import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useFormContext } from 'react-hook-form';
import { changedFields } from '#providers/changes.ts';
import { useT } from '#providers/i18nProvider.ts';
import { Cell } from '../kinds/cells.tsx';
import type { Definition } from '../types.ts';
import { useLabels } from '../useLabels.ts';
import styles from './Editor.module.css';
import type { EditedRecord } from './useSave.ts';

interface ConflictDialogProps {
  definition: Definition;
  baseline: EditedRecord;
  theirs: EditedRecord;
  onTake: (record: EditedRecord, keepMine: boolean) => void;
  onClose: () => void;
}

/** Somebody saved first: what they changed beside what stands in the form, and the ways on. */
export const ConflictDialog = ({ definition, baseline, theirs, onTake, onClose }: ConflictDialogProps) => {
  const t = useT();
  const labels = useLabels(definition.name);
  const { fields } = definition.collection;
  const form = useFormContext().getValues();
  const changed = Object.keys(changedFields(definition.collection, theirs, baseline));
  const cell = (name: string, value: unknown) => {
    const field = fields[name];
    return field && <Cell value={value} field={field} />;
  };
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth>
      <DialogTitle>{t('shell.conflictTitle')}</DialogTitle>
      <DialogContent>
        <p className={styles['conflictText']}>{t('shell.conflictText')}</p>
        <div className={styles['conflictScroll']}>
          <table className={styles['conflict']}>
            <thead>
              <tr>
                <th scope="col">{t('shell.conflictField')}</th>
                <th scope="col">{t('shell.conflictBase')}</th>
                <th scope="col">{t('shell.conflictTheirs')}</th>
                <th scope="col">{t('shell.conflictMine')}</th>
              </tr>
            </thead>
            <tbody>
              {changed.map(name => (
                <tr key={name}>
                  <th scope="row">{labels.field(name)}</th>
                  <td>{cell(name, baseline[name])}</td>
                  <td>{cell(name, theirs[name])}</td>
                  <td>{cell(name, form[name])}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('shell.conflictBack')}
        </Button>
        <Button color="inherit" onClick={() => onTake(theirs, false)}>
          {t('shell.conflictDropMine')}
        </Button>
        <Button variant="contained" onClick={() => onTake(theirs, true)}>
          {t('shell.conflictKeepMine')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
