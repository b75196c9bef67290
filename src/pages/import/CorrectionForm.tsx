import { useState } from 'react';
import { Form } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { type Field, getInitialValue } from '#contract/fields.ts';
import type { PreparedCell, PreparedRow } from '#contract/preparing.ts';
import { nestValues } from '#contract/values.ts';
import { getFieldValue } from '#providers/forms/formChanges.ts';
import type { ChangePreparedImport } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import type { Definition } from '#resources/engine/types.ts';
import { useRecordResolver } from '#resources/form/useRecordResolver.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Popover } from '#ui/Popover.tsx';
import { TextField } from '#ui/TextField.tsx';
import { ColumnInput } from './ColumnInput.tsx';
import type { FileColumn } from './fileColumns.ts';
import styles from './PreparedGrid.module.css';
import { useColumnField } from './useColumnField.ts';

export interface OpenCorrection {
  anchor: HTMLElement;
  row: PreparedRow;
  column: FileColumn;
  cell: PreparedCell;
}

interface CorrectionFormProps extends OpenCorrection {
  /** Whether the value chosen for all similar cells can keep their text as a synonym. */
  canKeepSynonym: boolean;
  onChange: ChangePreparedImport;
  onClose: () => void;
}

type CorrectionValues = Record<string, unknown>;
type CorrectedValue = { value: unknown } | { text: string | null };

/** Corrects a cell with the input of its field, or as text if its column has none, such as one of picture addresses. */
export const CorrectionForm = ({
  anchor,
  row,
  column,
  cell,
  canKeepSynonym,
  onChange,
  onClose,
}: CorrectionFormProps) => {
  const t = useT();
  const { number } = useFormats();
  const [isEverywhere, setEverywhere] = useState(false);
  const [isKept, setKept] = useState(true);
  const { alike = 1, text, fault, isCorrected } = cell;
  const name = column.field ?? '';
  const submit = async (correctedValue: CorrectedValue) => {
    const isSynonym = canKeepSynonym && isKept && 'value' in correctedValue && correctedValue.value !== null;
    const preparedImport = await onChange(
      isEverywhere
        ? { alike: [{ field: name, was: text ?? '', ...correctedValue, ...(isSynonym && { is_synonym: true }) }] }
        : { cells: [{ row: row.row, field: name, ...correctedValue }] },
    );
    if (preparedImport) onClose();
  };
  const removeCorrection = async () => {
    if (await onChange({ remove_corrections: { cells: [{ row: row.row, field: name }], alike: [] } })) onClose();
  };
  const { definition, field } = useColumnField(column);
  const rest = (
    <>
      {alike > 1 && text !== null && (
        <Checkbox
          label={t('importPage.prepared.everywhere', { rows: number(alike), text })}
          checked={isEverywhere}
          onChange={({ target }) => setEverywhere(target.checked)}
        />
      )}
      {isEverywhere && canKeepSynonym && (
        <Checkbox
          label={t('importPage.values.keep')}
          checked={isKept}
          onChange={({ target }) => setKept(target.checked)}
        />
      )}
      <SubmitButton onClose={onClose} />
      {isCorrected && (
        <Button variant="outlined" onClick={() => void removeCorrection()}>
          {t('importPage.prepared.removeCorrection')}
        </Button>
      )}
    </>
  );
  const label = t('importPage.prepared.correction', { row: row.row, label: column.label ?? column.header });
  return (
    <Popover label={label} anchor={anchor} onClose={onClose} isInstant>
      <div className={styles['correction']}>
        <h3>{label}</h3>
        {[...row.faults, ...(fault ? [fault] : [])].map(text => (
          <p key={text} className={styles['fault']}>
            {text}
          </p>
        ))}
        {field ? (
          <FieldKindInput {...{ definition, name, field, text }} onSubmit={submit}>
            {rest}
          </FieldKindInput>
        ) : (
          <TextInput label={column.label ?? column.header} text={text} onSubmit={submit}>
            {rest}
          </TextInput>
        )}
      </div>
    </Popover>
  );
};

interface FieldKindInputProps {
  definition: Definition;
  name: string;
  field: Field;
  text: string | null;
  onSubmit: (correctedValue: CorrectedValue) => Promise<void>;
  children: React.ReactNode;
}

const FieldKindInput = ({ definition, name, field, text, onSubmit, children }: FieldKindInputProps) => {
  const valueIn = (values: CorrectionValues) => getFieldValue(values, name, field) ?? null;
  const resolver = useRecordResolver(definition, {
    schema: definition.collection.bulk,
    writtenIn: values => ({ [name]: valueIn(values) }),
  });
  return (
    <Form
      defaultValues={nestValues({ [name]: parseInitialValue(field, text) })}
      resolver={resolver}
      onSubmit={(values: CorrectionValues) => onSubmit({ value: valueIn(values) })}
      disableInvalidFormNotification
      noValidate
    >
      <ColumnInput definition={definition} name={name} />
      {children}
    </Form>
  );
};

/** The cell's value if the field accepts it; otherwise empty, because the invalid text has to be replaced. */
const parseInitialValue = (field: Field, text: string | null): unknown => {
  const values = text === null ? [] : [text, Number(text.replace(',', '.'))];
  return values.find(value => field.schema.safeParse(value).success) ?? getInitialValue(field);
};

interface TextInputProps extends Pick<FieldKindInputProps, 'text' | 'onSubmit' | 'children'> {
  label: string;
}

const TextInput = ({ label, text, onSubmit, children }: TextInputProps) => {
  const [typedText, setTypedText] = useState(text ?? '');
  return (
    <Form onSubmit={() => onSubmit({ text: typedText.trim() || null })} noValidate>
      <TextField label={label} value={typedText} autoFocus onChange={({ target }) => setTypedText(target.value)} />
      {children}
    </Form>
  );
};

const SubmitButton = ({ onClose }: { onClose: () => void }) => {
  const t = useT();
  const { isSubmitting } = useFormState();
  return (
    <div className={styles['correctionActions']}>
      <Button onClick={onClose}>{t('shell.cancel')}</Button>
      <Button type="submit" variant="contained" loading={isSubmitting}>
        {t('importPage.prepared.apply')}
      </Button>
    </div>
  );
};
