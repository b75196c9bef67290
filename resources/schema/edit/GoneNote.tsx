import { useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { nested } from '#contract/values.ts';
import { writableFields } from '#providers/changes.ts';
import { useT } from '#providers/i18nProvider.ts';
import { useCan } from '#providers/profile.ts';
import { createAddress } from '../addresses.ts';
import type { Definition } from '../types.ts';
import { Button } from '../ui/Button.tsx';
import styles from './Notes.module.css';

interface GoneNoteProps {
  definition: Definition;
  /** What the form has goes to another one: nothing is lost by leaving it. */
  onMove: () => Promise<void>;
}

/** The record was deleted under the form, which stays as it is and can become a new record. */
export const GoneNote = ({ definition, onMove }: GoneNoteProps) => {
  const t = useT();
  const may = useCan();
  const navigate = useNavigate();
  const { getValues } = useFormContext();
  const { collection } = definition;
  const mayCreate = may(collection.access.create);
  const move = async () => {
    const record = nested(writableFields(collection, getValues()));
    await onMove();
    await navigate(createAddress(definition), { state: { record } });
  };
  return (
    <div className={styles['note']} data-warning role="alert">
      <p>{t(mayCreate ? 'editing.gone' : 'editing.goneReadOnly')}</p>
      {mayCreate && (
        <Button color="inherit" variant="outlined" onClick={() => void move()}>
          {t('editing.createAnew')}
        </Button>
      )}
    </div>
  );
};
