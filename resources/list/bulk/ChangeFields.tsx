import CloseIcon from '@mui/icons-material/Close';
import { useEffect, useMemo, useState } from 'react';
import { Form } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { isEdits } from '#contract/edits.ts';
import { getInitialValue } from '#contract/fields.ts';
import { canBeEmpty } from '#contract/filters.ts';
import { nestValues } from '#contract/values.ts';
import { getFieldValue } from '#providers/forms/formChanges.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { Combobox } from '#ui/combobox/Combobox.tsx';
import { DialogBody } from '#ui/Dialog.tsx';
import type { Definition } from '../../engine/types.ts';
import { useLabels } from '../../engine/useLabels.ts';
import { FieldInput } from '../../fields/FieldInput.tsx';
import { useRecordResolver } from '../../form/useRecordResolver.ts';
import styles from './Bulk.module.css';
import { EditsInput } from './EditsInput.tsx';
import { createEmptyLine, toEditedField, toEdits, toLines } from './editLines.ts';

type FieldValues = Record<string, unknown>;

interface ChangeFieldsProps {
  definition: Definition;
  names: readonly string[];
  values: FieldValues;
  onDone: (values: FieldValues) => void;
}

export const ChangeFields = ({ definition, names, values, onDone }: ChangeFieldsProps) => {
  const t = useT();
  const { fields, bulk } = definition.collection;
  const [selectedNames, setSelectedNames] = useState<readonly string[]>(Object.keys(values));
  const initial = useMemo(() => getInitialFormValues(definition, names, values), [definition, names, values]);
  const valueIn = (all: FieldValues, name: string): unknown => {
    const editedField = toEditedField(definition, name);
    if (editedField) return toEdits(all, name, editedField);
    return (fields[name] && getFieldValue(all, name, fields[name])) ?? null;
  };
  const pickSelectedValues = (all: FieldValues): FieldValues =>
    Object.fromEntries(selectedNames.map(name => [name, valueIn(all, name)]));
  const plain = selectedNames.filter(name => !toEditedField(definition, name));
  const isClearing = plain.some(name => fields[name] && canBeEmpty(fields[name]));
  const hint = isClearing ? 'listing.bulk.emptyClears' : 'listing.bulk.nothingChosen';
  const resolver = useRecordResolver(definition, { schema: bulk, writtenIn: pickSelectedValues });
  return (
    <Form
      defaultValues={initial}
      resolver={resolver}
      onSubmit={(all: FieldValues) => onDone(pickSelectedValues(all))}
      noValidate
    >
      <DialogBody
        action={
          <Button type="submit" variant="contained" disabled={selectedNames.length === 0}>
            {t('listing.bulk.check')}
          </Button>
        }
      >
        {(plain.length > 0 || selectedNames.length === 0) && <p className={styles['hint']}>{t(hint)}</p>}
        <div className={styles['fields']}>
          {selectedNames.map(name => (
            <ChosenField
              key={name}
              {...{ definition, name }}
              onDrop={() => setSelectedNames(selectedNames.filter(other => other !== name))}
            />
          ))}
        </div>
        <FieldChoice
          definition={definition}
          names={names.filter(name => !selectedNames.includes(name))}
          onChoose={name => setSelectedNames([...selectedNames, name])}
        />
      </DialogBody>
    </Form>
  );
};

const getInitialFormValues = (definition: Definition, names: readonly string[], values: FieldValues): FieldValues => {
  const lines: FieldValues = {};
  const plain: FieldValues = {};
  for (const name of names) {
    const [editedField, field, value] = [
      toEditedField(definition, name),
      definition.collection.fields[name],
      values[name],
    ];
    if (editedField) lines[`edits.${name}`] = isEdits(value) ? toLines(value) : createEmptyLine(editedField);
    else if (field) plain[name] = value ?? getInitialValue(field);
  }
  return nestValues({ ...plain, ...lines });
};

interface ChosenFieldProps {
  definition: Definition;
  name: string;
  onDrop: () => void;
}

const ChosenField = ({ definition, name, onDrop }: ChosenFieldProps) => {
  const t = useT();
  const label = useLabels(definition.name).field(name);
  const field = definition.collection.fields[name];
  const editedField = toEditedField(definition, name);
  const { setFocus } = useFormContext();
  const isPlain = editedField === null;
  useEffect(() => {
    if (isPlain) setFocus(name);
  }, [setFocus, name, isPlain]);
  if (!field) return null;
  return (
    <div className={styles['field']}>
      <div>
        {editedField ? (
          <EditsInput key={editedField.kind} {...{ name, label }} field={editedField} />
        ) : (
          <FieldInput {...{ definition, name }} />
        )}
      </div>
      <IconButton
        aria-label={t('listing.bulk.dropField', { name: label })}
        title={t('listing.bulk.dropField', { name: label })}
        onClick={onDrop}
      >
        <CloseIcon fontSize="small" />
      </IconButton>
    </div>
  );
};

interface FieldChoiceProps {
  definition: Definition;
  names: readonly string[];
  onChoose: (name: string) => void;
}

const FieldChoice = ({ definition, names, onChoose }: FieldChoiceProps) => {
  const t = useT();
  const labels = useLabels(definition.name);
  return (
    <Combobox
      label={t('listing.bulk.field')}
      options={names}
      selectedValues={[]}
      clearOnSelect
      openOnFocus
      getOptionLabel={labels.field}
      onChoose={([name]) => name && onChoose(name)}
    />
  );
};
