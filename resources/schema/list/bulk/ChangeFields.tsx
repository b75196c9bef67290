import CloseIcon from '@mui/icons-material/Close';
import Autocomplete from '@mui/material/Autocomplete';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import TextField from '@mui/material/TextField';
import { type ComponentType, useEffect, useMemo, useState } from 'react';
import { Form } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { canBeEmpty } from '#contract/collection.ts';
import { initialValue } from '#contract/fields.ts';
import { nested } from '#contract/values.ts';
import { valueOf } from '#providers/changes.ts';
import { useT } from '#providers/i18nProvider.ts';
import { bodyResolverOf } from '../../edit/resolver.ts';
import { type InputProps, inputKinds } from '../../kinds/inputs.tsx';
import { usePickerTexts } from '../../kinds/usePickerTexts.ts';
import type { Definition } from '../../types.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { useLabels } from '../../useLabels.ts';
import styles from './Bulk.module.css';

type Values = Record<string, unknown>;

interface ChangeFieldsProps {
  definition: Definition;
  names: readonly string[];
  /** As they were chosen before. */
  values: Values;
  onChosen: (values: Values) => void;
  onClose: () => void;
}

/** Which fields get which values; each is typed as in the form of a record. */
export const ChangeFields = ({ definition, names, values, onChosen, onClose }: ChangeFieldsProps) => {
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
  const check = bodyResolverOf(update, t, fields);
  const resolver: typeof check = (all: Values, ...rest) => check(picked(all), ...rest);
  return (
    <Form defaultValues={initial} resolver={resolver} onSubmit={(all: Values) => onChosen(picked(all))} noValidate>
      <DialogContent sx={{ pt: '4px !important' }}>
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
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button type="submit" variant="contained" disabled={chosen.length === 0}>
          {t('listing.bulk.check')}
        </Button>
      </DialogActions>
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
  const Input = inputKinds[field.kind] as ComponentType<InputProps>;
  return (
    <div className={styles['field']}>
      <div>
        <Input name={name} label={label} field={field} />
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
  const texts = usePickerTexts();
  const labels = useLabels(definition.name);
  return (
    <Autocomplete
      {...texts}
      // Another one for each choice: it empties itself, and the next is typed at once.
      key={names.length}
      openOnFocus
      options={[...names]}
      value={null}
      getOptionLabel={labels.field}
      onChange={(_, name) => name && onChoose(name)}
      renderInput={params => <TextField {...params} label={t('listing.bulk.field')} />}
    />
  );
};
