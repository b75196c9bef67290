import { useState } from 'react';
import type { PreparedImport } from '#contract/preparing.ts';
import type { ChangePreparedImport } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Button } from '#ui/Button.tsx';
import styles from './UnknownValues.module.css';
import { UnknownValuesDialog } from './UnknownValuesDialog.tsx';

interface UnknownValuesProps {
  preparedImport: PreparedImport;
  disabled: boolean;
  onChange: ChangePreparedImport;
}

/**
 * A single line, however many texts are unknown, so that the rows stay visible. Users decide about the texts in a
 * dialog.
 */
export const UnknownValues = ({ preparedImport, disabled, onChange }: UnknownValuesProps) => {
  const t = useT();
  const { number } = useFormats();
  const [isOpen, setOpen] = useState(false);
  const { unknown_values, new_values } = preparedImport;
  const count = unknown_values.reduce((sum, field) => sum + field.count, 0);
  return (
    <>
      {count > 0 && (
        <p className={styles['line']}>
          {t('importPage.values.count', {
            smart_count: count,
            number: number(count),
            fields: unknown_values.map(field => `${field.label} — ${number(field.count)}`).join(', '),
          })}{' '}
          <Button variant="outlined" aria-haspopup="dialog" disabled={disabled} onClick={() => setOpen(true)}>
            {t('importPage.values.open')}
          </Button>
        </p>
      )}
      {new_values.length > 0 && <NewValues newValues={new_values} />}
      {isOpen && count > 0 && (
        <UnknownValuesDialog preparedImport={preparedImport} onChange={onChange} onClose={() => setOpen(false)} />
      )}
    </>
  );
};

/** As many texts as fit on a line. All texts are listed with the corrections. */
const MAX_NAMES = 3;

const NewValues = ({ newValues }: { newValues: PreparedImport['new_values'] }) => {
  const t = useT();
  const { number } = useFormats();
  const references = newValues.map(({ reference, count, names }) => {
    const shownNames = names.slice(0, MAX_NAMES).map(name => t('shell.quoted', { name }));
    return `${reference} (${number(count)}): ${shownNames.join(', ')}${count > MAX_NAMES ? '…' : ''}`;
  });
  return <p className={styles['new']}>{t('importPage.values.willCreate', { references: references.join('; ') })}</p>;
};
