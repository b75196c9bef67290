import Autocomplete from '@mui/material/Autocomplete';
import MuiTextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { useGetList, useTranslate } from 'react-admin';
import { canBeEmpty, emptyName, rangeNames } from '#contract/collection.ts';
import { type Field, filterOf } from '#contract/fields.ts';
import { type PermissionSlug, permissionSlugs } from '#contract/permissions.ts';
import { useT } from '#providers/i18nProvider.ts';
import { useLocale } from '#providers/LocaleSwitch.tsx';
import { useToldFailure } from '#providers/NoticeGate.tsx';
import { useProfile } from '#providers/profile.ts';
import { useReferenceValues } from '#providers/referenceValues.ts';
import { parseDecimal, writeDecimal } from '../kinds/decimal.ts';
import { useFewRecords } from '../kinds/useFewRecords.ts';
import { usePickerTexts } from '../kinds/usePickerTexts.ts';
import { useWord } from '../kinds/useWord.ts';
import { TextField } from '../ui/TextField.tsx';
import { CategoriesEditor } from './CategoriesEditor.tsx';
import { dayOf, momentOf } from './days.ts';
import styles from './FilterBar.module.css';
import { emptyFilter, emptyTexts, type FilterValues, valueParameters } from './filterParameters.ts';
import { useRecordNames } from './useRecordNames.ts';

interface FilterEditorProps {
  field: Field;
  name: string;
  values: FilterValues;
  onChange: (changes: FilterValues) => void;
}

/** Where a person says what a field is filtered by: its values, or that it has none. */
export const FilterEditor = ({ field, name, values, onChange }: FilterEditorProps) => {
  const t = useT();
  const empty = emptyFilter(name, values);
  const emptyKey = emptyName(name);
  const without = Object.fromEntries(valueParameters(name, field).map(key => [key, undefined]));
  const choose = (isEmpty: boolean) => onChange({ ...without, [emptyKey]: empty === isEmpty ? undefined : isEmpty });
  return (
    <>
      <ValueEditor {...{ field, name, values }} onChange={changes => onChange({ ...changes, [emptyKey]: undefined })} />
      {canBeEmpty(field) && (
        <div className={styles['choices']}>
          {[true, false].map(isEmpty => (
            <label key={String(isEmpty)}>
              <input type="checkbox" checked={empty === isEmpty} onChange={() => choose(isEmpty)} />
              {t(emptyTexts(field)[isEmpty ? 'onlyEmpty' : 'onlyFilled'])}
            </label>
          ))}
        </div>
      )}
    </>
  );
};

/** The editor of a filter's values; which one it is follows from the field's kind. */
const ValueEditor = ({ field, name, values, onChange }: FilterEditorProps) => {
  const how = filterOf[field.kind];
  const chosen = [values[name] ?? []].flat();
  const choose = (next: unknown) => onChange({ [name]: next });
  if (how === null) return null;
  if (how === 'range') return <RangeEditor {...{ field, name, values, onChange }} />;
  if (how === 'flag') return <FlagEditor value={values[name]} onChoose={choose} />;
  if (field.kind === 'status' || field.kind === 'choice')
    return <WordEditor field={field} chosen={chosen} onChoose={choose} />;
  if (field.kind === 'categories') return <CategoriesEditor {...{ name, values, onChange }} />;
  if (field.kind === 'reference' || field.kind === 'references')
    return <ReferenceEditor of={field.of} chosen={chosen.map(Number)} onChoose={choose} />;
  if (field.kind === 'byCode') return <CodeEditor field={field} chosen={chosen.map(String)} onChoose={choose} />;
  if (field.kind === 'permissions') return <PermissionEditor chosen={chosen.map(String)} onChoose={choose} />;
  if (field.kind === 'person') return <OwnEditor isOwn={chosen.length > 0} onChoose={choose} />;
  return 'of' in field ? <RecordEditor of={field.of} chosen={chosen.map(Number)} onChoose={choose} /> : null;
};

/** Whoever asks may not list the staff: of people a list is narrowed to oneself. */
const OwnEditor = ({ isOwn, onChoose }: { isOwn: boolean; onChoose: (next: unknown) => void }) => {
  const t = useT();
  const profile = useProfile();
  return (
    <div className={styles['choices']}>
      <label>
        <input
          type="checkbox"
          checked={isOwn}
          onChange={({ target }) => onChoose(target.checked && profile ? [profile.id] : undefined)}
        />
        {t('listing.onlyMine')}
      </label>
    </div>
  );
};

const RangeEditor = ({ field, name, values, onChange }: FilterEditorProps) => {
  const t = useT();
  const locale = useLocale();
  const isDate = field.kind === 'date' || field.kind === 'moment';
  const bounds = rangeNames(name);
  const read = (text: string, index: number) => {
    if (field.kind === 'moment') return momentOf(text, index === 0 ? 'start' : 'end');
    return isDate ? text || undefined : numberOrNothing(text, locale);
  };
  const write = (value: unknown) => {
    if (value === undefined) return '';
    if (field.kind === 'moment') return dayOf(String(value));
    return isDate ? value : writeDecimal(Number(value), locale);
  };
  return (
    <div className={styles['range']}>
      {bounds.map((key, index) => (
        <TextField
          key={key}
          autoFocus={index === 0}
          type={isDate ? 'date' : 'text'}
          label={t(index === 0 ? 'shell.rangeFrom' : 'shell.rangeTo')}
          defaultValue={String(write(values[key]) ?? '')}
          inputMode={isDate ? undefined : 'decimal'}
          onChange={event => onChange({ [key]: read(event.target.value, index) })}
        />
      ))}
    </div>
  );
};

const FlagEditor = ({ value, onChoose }: { value: unknown; onChoose: (next: boolean) => void }) => {
  const translate = useTranslate();
  const name = useId();
  return (
    <div className={styles['choices']} role="radiogroup">
      {[true, false].map(choice => (
        <label key={String(choice)}>
          <input
            type="radio"
            name={name}
            checked={value !== undefined && String(value) === String(choice)}
            onChange={() => onChoose(choice)}
          />
          {translate(`ra.boolean.${choice}`)}
        </label>
      ))}
    </div>
  );
};

interface ChoicesProps<V> {
  chosen: V[];
  onChoose: (next: V[]) => void;
}

type WordEditorProps = ChoicesProps<unknown> & { field: Field<'status'> | Field<'choice'> };

const WordEditor = ({ field, chosen, onChoose }: WordEditorProps) => {
  const say = useWord(field);
  const toggle = (value: string) =>
    onChoose(chosen.includes(value) ? chosen.filter(other => other !== value) : [...chosen, value]);
  return (
    <div className={styles['choices']}>
      {field.values.map(value => (
        <label key={value}>
          <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
          {say(value)}
        </label>
      ))}
    </div>
  );
};

const ReferenceEditor = ({ of, chosen, onChoose }: ChoicesProps<number> & { of: string }) => {
  const t = useT();
  const texts = usePickerTexts();
  const { values, byId } = useReferenceValues(of);
  return (
    <Autocomplete
      {...texts}
      multiple
      openOnFocus
      disableCloseOnSelect
      options={values.map(value => value.id)}
      value={chosen}
      getOptionLabel={id => byId.get(id)?.name ?? `№ ${id}`}
      onChange={(_, next) => onChoose(next)}
      renderInput={params => <MuiTextField {...params} autoFocus label={t('shell.anyOf')} />}
    />
  );
};

const PermissionEditor = ({ chosen, onChoose }: ChoicesProps<string>) => {
  const t = useT();
  const texts = usePickerTexts();
  return (
    <Autocomplete
      {...texts}
      multiple
      openOnFocus
      disableCloseOnSelect
      options={[...permissionSlugs] as string[]}
      value={chosen}
      getOptionLabel={slug => t(`permissions.${slug as PermissionSlug}`)}
      onChange={(_, next) => onChoose(next)}
      renderInput={params => <MuiTextField {...params} autoFocus label={t('shell.anyOf')} />}
    />
  );
};

const CodeEditor = ({ field, chosen, onChoose }: ChoicesProps<string> & { field: Field<'byCode'> }) => {
  const t = useT();
  const texts = usePickerTexts();
  const { records, nameOf } = useFewRecords(field.of, field.key);
  return (
    <Autocomplete
      {...texts}
      multiple
      openOnFocus
      disableCloseOnSelect
      options={records.map(({ code }) => code)}
      value={chosen}
      getOptionLabel={nameOf}
      onChange={(_, next) => onChoose(next)}
      renderInput={params => <MuiTextField {...params} autoFocus label={t('shell.anyOf')} />}
    />
  );
};

const RecordEditor = ({ of, chosen, onChoose }: ChoicesProps<number> & { of: string }) => {
  const t = useT();
  const texts = usePickerTexts();
  const [search, setSearch] = useState('');
  const {
    data = [],
    isFetching,
    error,
  } = useGetList(of, {
    pagination: { page: 1, perPage: 20 },
    sort: { field: 'name', order: 'ASC' },
    filter: search ? { search } : {},
  });
  useToldFailure(error);
  const names = useRecordNames(of, chosen);
  const labels = new Map<number, string>([
    ...data.map(record => [Number(record.id), String(record['name'])] as const),
    ...chosen.map((id, index) => [id, names[index] ?? ''] as const),
  ]);
  return (
    <Autocomplete
      {...texts}
      multiple
      loading={isFetching}
      filterOptions={options => options}
      options={data.map(record => Number(record.id))}
      value={chosen}
      getOptionLabel={id => labels.get(id) ?? `№ ${id}`}
      onInputChange={(_, text) => setSearch(text.trim())}
      onChange={(_, next) => onChoose(next)}
      renderInput={params => <MuiTextField {...params} autoFocus label={t('shell.anyOf')} />}
    />
  );
};

/** What is not a number yet (a lone comma) filters by nothing. */
const numberOrNothing = (text: string, locale: string): number | undefined => {
  const value = parseDecimal(text, locale);
  return value === null || Number.isNaN(value) ? undefined : value;
};
