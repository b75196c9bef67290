import { useEffect, useRef, useState } from 'react';
import { Form } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { type Field, getInitialValue } from '#contract/fields.ts';
import type { PreparedImport } from '#contract/preparing.ts';
import { nestValues } from '#contract/values.ts';
import { getFieldValue } from '#providers/forms/formChanges.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFields } from '#resources/engine/useFields.ts';
import { FieldInput } from '#resources/fields/FieldInput.tsx';
import { nomenclature } from '#resources/nomenclature.tsx';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import styles from './UnknownValues.module.css';

type ChosenValue = { value: unknown } | { text: string | null };

interface ValueInputProps {
  field: string;
  label: string;
  onChoose: (chosenValue: ChosenValue) => Promise<PreparedImport | null>;
}

/** Chooses a value for an unknown text with the input of the field, or clears it. */
export const ValueInput = ({ field: name, label, onChoose }: ValueInputProps) => {
  const t = useT();
  const [isChanging, setChanging] = useState(false);
  const definition = useFields(nomenclature.definition);
  const field = definition.collection.fields[name];
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
        <Form defaultValues={nestValues({ [name]: getEmptyValue(field) })} noValidate>
          <FieldInput definition={definition} name={name} />
          <OnChosen {...{ name, field }} onChoose={value => void choose({ value })} />
        </Form>
      )}
      <Button disabled={isChanging} onClick={() => void choose({ text: null })}>
        {t('importPage.values.skip')}
      </Button>
    </div>
  );
};

interface OnChosenProps {
  name: string;
  field: Field;
  onChoose: (value: unknown) => void;
}

/** Differs from the field's initial value, which may be a real choice, such as a status. */
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
