import { useEffect, useRef, useState } from 'react';
import { Form } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { type Field, getInitialValue } from '#contract/fields.ts';
import type { PreparedImport } from '#contract/preparing.ts';
import { referenceAccess } from '#contract/references.ts';
import { nestValues } from '#contract/values.ts';
import { getFieldValue } from '#providers/forms/formChanges.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import type { Definition } from '#resources/engine/types.ts';
import { getKindView } from '#resources/fields/getKindView.ts';
import { Button } from '#ui/Button.tsx';
import { Popover } from '#ui/Popover.tsx';
import { TextField } from '#ui/TextField.tsx';
import { ColumnInput } from './ColumnInput.tsx';
import type { FileColumn } from './fileColumns.ts';
import styles from './UnknownValues.module.css';
import { useColumnField } from './useColumnField.ts';

export type ChosenValue = { value: unknown } | { text: string | null; is_new?: true };

interface ValueInputProps {
  column: FileColumn;
  /** The text that can become a new value of the field; null if it cannot. */
  newText: string | null;
  onChoose: (chosenValue: ChosenValue) => Promise<PreparedImport | null>;
}

/** Chooses a value for an unknown text with the input of the field, makes it a new value, or clears it. */
export const ValueInput = ({ column, newText, onChoose }: ValueInputProps) => {
  const t = useT();
  const canCreate = useCan()(referenceAccess);
  const [isChanging, setChanging] = useState(false);
  const { definition, field } = useColumnField(column);
  const name = column.field ?? '';
  const label = column.label ?? column.header;
  const choose = async (chosenValue: ChosenValue) => {
    setChanging(true);
    await onChoose(chosenValue);
    setChanging(false);
  };
  return (
    <div className={styles['input']}>
      {!field && <TypedValue label={label} onChoose={text => void choose({ text })} />}
      {field?.kind === 'flag' && (
        <div role="group" aria-label={label}>
          {(['yes', 'no'] as const).map(option => (
            <Button
              key={option}
              variant="outlined"
              disabled={isChanging}
              onClick={() => void choose({ value: option === 'yes' })}
            >
              {t(`importPage.values.${option}`)}
            </Button>
          ))}
        </div>
      )}
      {field && field.kind !== 'flag' && (
        <FieldValue
          {...{ definition, name, field, label }}
          disabled={isChanging}
          onChoose={value => void choose({ value })}
        />
      )}
      {canCreate && newText !== null && (
        <Button disabled={isChanging} onClick={() => void choose({ text: newText, is_new: true })}>
          {t('importPage.values.create')}
        </Button>
      )}
      <Button disabled={isChanging} onClick={() => void choose({ text: null })}>
        {t('importPage.values.skip')}
      </Button>
    </div>
  );
};

interface FieldValueProps extends OnChosenProps {
  definition: Definition;
  label: string;
  disabled: boolean;
}

/**
 * The input for a field. A wide input, such as a tree, opens on demand, because each text in a list has its own input.
 */
const FieldValue = ({ definition, name, field, label, disabled, onChoose }: FieldValueProps) => {
  const t = useT();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const form = (
    <Form defaultValues={nestValues({ [name]: getEmptyValue(field) })} noValidate>
      <ColumnInput definition={definition} name={name} />
      <OnChosen {...{ name, field, onChoose }} />
    </Form>
  );
  if (!getKindView(field).isWide(field)) return form;
  return (
    <div>
      <Button
        variant="outlined"
        disabled={disabled}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {t('importPage.values.pick')}
      </Button>
      {anchor && (
        <Popover label={label} anchor={anchor} onClose={() => setAnchor(null)} isInstant>
          <div className={styles['picker']}>{form}</div>
        </Popover>
      )}
    </div>
  );
};

interface OnChosenProps {
  name: string;
  field: Field;
  onChoose: (value: unknown) => void;
}

/** Not the same as the field's initial value, because that may be a real choice, such as a status. */
const getEmptyValue = (field: Field): unknown => (Array.isArray(getInitialValue(field)) ? [] : null);

const isChosen = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Submits as soon as a value is chosen, since there is nothing else to fill in. */
const OnChosen = ({ name, field, onChoose }: OnChosenProps) => {
  const { watch } = useFormContext();
  const latest = useRef(onChoose);
  useEffect(() => {
    latest.current = onChoose;
  });
  useEffect(() => {
    const { unsubscribe } = watch(values => {
      const value = getFieldValue(values, name, field);
      if (isChosen(value)) latest.current(value);
    });
    return unsubscribe;
  }, [watch, name, field]);
  return null;
};

const TypedValue = ({ label, onChoose }: { label: string; onChoose: (text: string) => void }) => {
  const t = useT();
  const [typedText, setTypedText] = useState('');
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        if (typedText.trim()) onChoose(typedText.trim());
      }}
    >
      <TextField label={label} value={typedText} onChange={({ target }) => setTypedText(target.value)} />
      <Button type="submit" disabled={!typedText.trim()}>
        {t('importPage.prepared.apply')}
      </Button>
    </form>
  );
};
