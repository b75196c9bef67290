import CloseIcon from '@mui/icons-material/Close';
import { useEffect, useMemo, useState } from 'react';
import { Form } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { initialValue } from '#contract/fields.ts';
import { canBeEmpty } from '#contract/filters.ts';
import { nested } from '#contract/values.ts';
import { valueOf } from '#providers/forms/changes.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { Combobox } from '#ui/combobox/Combobox.tsx';
import { DialogBody } from '#ui/Dialog.tsx';
import type { Definition } from '../../engine/types.ts';
import { useLabels } from '../../engine/useLabels.ts';
import { FieldInput } from '../../fields/FieldInput.tsx';
import { resolverOf } from '../../form/resolver.ts';
import styles from './Bulk.module.css';

type Values = Record<string, unknown>;

interface ChangeFieldsProps {
  definition: Definition;
  names: readonly string[];
  /** The values chosen earlier, restored when the person returns from the preview. */
  values: Values;
  onChosen: (values: Values) => void;
}

/** Chooses fields and their new values, with the same inputs as the form of one record. */
export const ChangeFields = ({ definition, names, values, onChosen }: ChangeFieldsProps) => {
  const t = useT();
  const { fields, update } = definition.collection;
  const [chosen, setChosen] = useState<readonly string[]>(Object.keys(values));
  const initial = useMemo(
    () =>
      nested({
        ...Object.fromEntries(names.map(name => [name, fields[name] && initialValue(fields[name])])),
        ...values,
      }),
    [names, fields, values],
  );
  const picked = (all: Values): Values =>
    Object.fromEntries(chosen.map(name => [name, (fields[name] && valueOf(all, name, fields[name])) ?? null]));
  const clears = chosen.some(name => fields[name] && canBeEmpty(fields[name]));
  const hint = clears ? 'listing.bulk.emptyClears' : 'listing.bulk.nothingChosen';
  const ruleText = useLabels(definition.name).fault;
  const { collection } = definition;
  const resolver = resolverOf({ collection, schema: update, t, ruleText, writtenIn: picked });
  return (
    <Form defaultValues={initial} resolver={resolver} onSubmit={(all: Values) => onChosen(picked(all))} noValidate>
      <DialogBody
        action={
          <Button type="submit" variant="contained" disabled={chosen.length === 0}>
            {t('listing.bulk.check')}
          </Button>
        }
      >
        <p className={styles['hint']}>{t(hint)}</p>
        <div className={styles['fields']}>
          {chosen.map(name => (
            <ChosenField
              key={name}
              {...{ definition, name }}
              onDrop={() => setChosen(chosen.filter(other => other !== name))}
            />
          ))}
        </div>
        <FieldChoice
          definition={definition}
          names={names.filter(name => !chosen.includes(name))}
          onChoose={name => setChosen([...chosen, name])}
        />
      </DialogBody>
    </Form>
  );
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
  const { setFocus } = useFormContext();
  useEffect(() => setFocus(name), [setFocus, name]);
  if (!field) return null;
  return (
    <div className={styles['field']}>
      <div>
        <FieldInput {...{ definition, name }} />
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
      chosen={[]}
      clearOnSelect
      openOnFocus
      getOptionLabel={labels.field}
      onChoose={([name]) => name && onChoose(name)}
    />
  );
};
