import type { ComponentType } from 'react';
import { useInput, useRecordContext } from 'react-admin';
import type { Field, Kind } from '#contract/fields.ts';
import { useT } from '#providers/i18nProvider.ts';
import { useFormats } from '../format.ts';
import { CheckField } from '../ui/CheckField.tsx';
import { lazyScreen } from '../ui/lazyScreen.tsx';
import { ChoiceField, TextField } from '../ui/TextField.tsx';
import { Tile } from '../ui/Tile.tsx';
import { DecimalInput } from './DecimalInput.tsx';
import { LocalizedInput } from './LocalizedInput.tsx';
import { PricesInput } from './PricesInput.tsx';
import { CodePicker, RecordsPicker, ReferencePicker } from './pickers.tsx';
import { useWord } from './useWord.ts';

export interface InputProps<K extends Kind = Kind> {
  name: string;
  label: string;
  field: Field<K>;
}

/** What every text-like input shares: the label, the mark of a required field, the error at the field. */
const useTextInput = ({ name, label, field }: InputProps) => {
  const input = useInput({
    source: name,
    format: value => value ?? '',
    parse: value => (/\S/.test(value) ? value : null),
  });
  const { error, invalid } = input.fieldState;
  // The form focuses what it has by `ref`: the input itself, not what is drawn around it.
  const { ref, ...shared } = input.field;
  return {
    ...input,
    props: {
      ...shared,
      inputRef: ref,
      id: input.id,
      label,
      required: field.required,
      error: invalid,
      helperText: error?.message,
      disabled: field.readOnly,
    },
  };
};

const TextKind = (props: InputProps<'text'>) => (
  <TextField
    {...useTextInput(props).props}
    maxLength={props.field.max}
    {...(props.field.format === 'code' && asWritten)}
  />
);

/** For codes: nothing a browser or a phone would make of it. */
const asWritten = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

const LongTextKind = (props: InputProps<'longText'>) => <TextField {...useTextInput(props).props} lines={[4, 16]} />;

const BarcodeKind = (props: InputProps<'barcode'>) => {
  const { props: shared } = useTextInput(props);
  const t = useT();
  return (
    <TextField
      {...shared}
      helperText={shared.helperText ?? t('shell.barcodeHint')}
      inputMode="numeric"
      maxLength={14}
      autoComplete="off"
    />
  );
};

const DateKind = (props: InputProps<'date'>) => <TextField {...useTextInput(props).props} type="date" />;

const WordKind = (props: InputProps<'status'> | InputProps<'choice'>) => {
  const say = useWord(props.field);
  return (
    <ChoiceField
      {...useTextInput(props).props}
      choices={props.field.values.map(value => [value, say(value)] as const)}
    />
  );
};

const FlagKind = ({ name, label, field }: InputProps<'flag'>) => {
  const input = useInput({ source: name });
  return (
    <CheckField
      {...input.field}
      id={input.id}
      label={label}
      disabled={field.readOnly}
      checked={Boolean(input.field.value)}
      onChange={event => input.field.onChange(event.target.checked)}
    />
  );
};

const OneKind = ({ name, label, field }: InputProps<'one'>) => (
  <RecordsPicker name={name} label={label} of={field.of} field={field} />
);

/** Shown: only the server sets it. */
const MomentKind = ({ name, label }: InputProps<'moment'>) => {
  const { moment } = useFormats();
  const value: unknown = useRecordContext()?.[name];
  return <TextField label={label} value={typeof value === 'string' ? moment(value) : ''} disabled />;
};

/** Shown and not edited here: the record's images have a tab of their own. */
const PictureKind = ({ name, label }: InputProps<'picture'>) => {
  const address: unknown = useRecordContext()?.[name];
  return <Tile name={label} picture={typeof address === 'string' ? address : null} large />;
};

/** Set by the server. */
const PersonKind = ({ name, label }: InputProps<'person'>) => {
  const person = useRecordContext()?.[name] as { name: string } | null | undefined;
  return <TextField label={label} value={person?.name ?? ''} disabled />;
};

const SharingKind = lazyScreen(() => import('./SharingInput.tsx').then(module => module.SharingInput));

const PermissionsKind = lazyScreen(() => import('./PermissionsInput.tsx').then(module => module.PermissionsInput), {
  isBare: true,
});

const PasswordInput = lazyScreen(() => import('./PasswordInput.tsx').then(module => module.PasswordInput), {
  isBare: true,
});

/** The trees are loaded with their code when a form first shows them. */
const CategoriesKind = lazyScreen(() => import('./CategoriesInput.tsx').then(module => module.CategoriesInput));

/** How each kind is edited. */
export const inputKinds: { [K in Kind]: ComponentType<InputProps<K>> } = {
  text: TextKind,
  longText: LongTextKind,
  barcode: BarcodeKind,
  number: DecimalInput,
  money: DecimalInput,
  date: DateKind,
  moment: MomentKind,
  flag: FlagKind,
  status: WordKind,
  choice: WordKind,
  reference: ReferencePicker,
  one: OneKind,
  byCode: CodePicker,
  place: DecimalInput,
  prices: PricesInput,
  references: ReferencePicker,
  localized: LocalizedInput,
  // In a form there is a field for each attribute in its place (`useFields`).
  attributes: () => null,
  many: ({ name, label, field }) => <RecordsPicker name={name} label={label} of={field.of} field={field} multiple />,
  picture: PictureKind,
  categories: CategoriesKind,
  person: PersonKind,
  sharing: SharingKind,
  permissions: PermissionsKind,
  password: PasswordInput,
};
