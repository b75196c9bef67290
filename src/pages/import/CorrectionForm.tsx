import { useState } from 'react';
import { Form } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { type Field, getInitialValue } from '#contract/fields.ts';
import type { PreparedCell, PreparedImport, PreparedRow } from '#contract/preparing.ts';
import { referenceAccess } from '#contract/references.ts';
import { nestValues } from '#contract/values.ts';
import { getFieldValue } from '#providers/forms/formChanges.ts';
import type { ChangePreparedImport } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { useFormats } from '#resources/engine/format.ts';
import type { Definition } from '#resources/engine/types.ts';
import { useRecordResolver } from '#resources/form/useRecordResolver.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { cutMiddle } from '#ui/cutMiddle.ts';
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
  preparedImport: PreparedImport;
  onChange: ChangePreparedImport;
  onClose: () => void;
}

type CorrectionValues = Record<string, unknown>;
type CorrectedValue = { value: unknown } | { text: string | null };

/**
 * Corrects a cell with the input of its field. If the column has no such input (for example a column of picture
 * addresses), the cell is corrected as text.
 */
export const CorrectionForm = (props: CorrectionFormProps) => {
  const { anchor, row, column, cell, preparedImport, onChange, onClose } = props;
  const t = useT();
  const canKeepSynonym = useCanKeepSynonym(preparedImport, column);
  const [seenRevision] = useState(preparedImport.revision);
  const [scope, setScope] = useState<CorrectionScope>({ isEverywhere: false, isKept: true });
  const { text, fault, isCorrected } = cell;
  const name = column.field ?? '';
  const submit = async (correctedValue: CorrectedValue) => {
    const isSynonym = canKeepSynonym && scope.isKept && 'value' in correctedValue && correctedValue.value !== null;
    const changedImport = await onChange(
      scope.isEverywhere
        ? { alike: [{ field: name, was: text ?? '', ...correctedValue, ...(isSynonym && { is_synonym: true }) }] }
        : { cells: [{ row: row.row, field: name, ...correctedValue }] },
      seenRevision,
    );
    if (changedImport) onClose();
  };
  const removeCorrection = async () => {
    const removed = { cells: [{ row: row.row, field: name }], alike: [] };
    if (await onChange({ remove_corrections: removed }, seenRevision)) onClose();
  };
  const { definition, field } = useColumnField(column);
  const rest = (
    <>
      <ScopeChoice {...{ cell, canKeepSynonym, scope }} onChange={setScope} />
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

/** A text that can become a new value of the column's reference can also become a synonym of an existing value. */
const useCanKeepSynonym = ({ unknown_values }: PreparedImport, column: FileColumn): boolean => {
  const canAdminister = useCan()(referenceAccess);
  return canAdminister && unknown_values.some(({ field, can_be_new }) => field === column.field && can_be_new > 0);
};

interface CorrectionScope {
  /** Whether all similar cells are corrected. */
  isEverywhere: boolean;
  /** Whether the text becomes a synonym of the value that replaces it. */
  isKept: boolean;
}

interface ScopeChoiceProps {
  cell: PreparedCell;
  canKeepSynonym: boolean;
  scope: CorrectionScope;
  onChange: (scope: CorrectionScope) => void;
}

const ScopeChoice = ({ cell: { alike = 1, text }, canKeepSynonym, scope, onChange }: ScopeChoiceProps) => {
  const t = useT();
  const { number } = useFormats();
  if (alike === 1 || text === null) return null;
  return (
    <>
      <Checkbox
        label={t('importPage.prepared.everywhere', { rows: number(alike), text: cutMiddle(text) })}
        checked={scope.isEverywhere}
        onChange={({ target }) => onChange({ ...scope, isEverywhere: target.checked })}
      />
      {scope.isEverywhere && canKeepSynonym && (
        <Checkbox
          label={t('importPage.values.keep')}
          checked={scope.isKept}
          onChange={({ target }) => onChange({ ...scope, isKept: target.checked })}
        />
      )}
    </>
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
