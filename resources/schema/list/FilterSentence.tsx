import { useTranslate } from 'react-admin';
import { filterFields, rangeNames } from '#contract/collection.ts';
import { type Field, filterOf } from '#contract/fields.ts';
import type { PermissionSlug } from '#contract/permissions.ts';
import { useT } from '#providers/i18nProvider.ts';
import { useProfile } from '#providers/profile.ts';
import { useReferenceValues } from '#providers/referenceValues.ts';
import { useFormats } from '../format.ts';
import { useFewRecords } from '../kinds/useFewRecords.ts';
import { useWord } from '../kinds/useWord.ts';
import type { Definition } from '../types.ts';
import { CategoryWords } from './CategoryWords.tsx';
import { dayOf } from './days.ts';
import { emptyFilter, emptyTexts, type FilterValues } from './filterParameters.ts';
import { useRecordNames } from './useRecordNames.ts';

interface SentenceProps {
  definition: Definition;
  name: string;
  values: FilterValues;
}

/** A filter in force as words: «Зерно, Утро», «от 0,2 до 1», «да». */
export const FilterSentence = ({ definition, name, values }: SentenceProps) => {
  const field = filterFields(definition.collection.fields)[name];
  const t = useT();
  if (!field) return null;
  const empty = emptyFilter(name, values);
  if (empty !== null) return t(emptyTexts(field)[empty ? 'isEmpty' : 'isFilled']);
  const how = filterOf[field.kind];
  if (how === 'range') return <RangeWords field={field} name={name} values={values} />;
  if (how === 'flag') return <FlagWords isSet={String(values[name]) === 'true'} />;
  if (field.kind === 'categories') return <CategoryWords name={name} values={values} />;
  const chosen = [values[name]].flat();
  if (field.kind === 'status' || field.kind === 'choice') return <Words field={field} chosen={chosen} />;
  if (field.kind === 'reference' || field.kind === 'references')
    return <ReferenceWords of={field.of} chosen={chosen.map(Number)} />;
  if (field.kind === 'byCode') return <CodeWords field={field} chosen={chosen.map(String)} />;
  if (field.kind === 'permissions') return chosen.map(slug => t(`permissions.${slug as PermissionSlug}`)).join(', ');
  if (field.kind === 'person') return <PersonWords chosen={chosen.map(Number)} />;
  return 'of' in field ? <RecordWords of={field.of} chosen={chosen.map(Number)} /> : null;
};

const RangeWords = ({ field, name, values }: { field: Field; name: string; values: FilterValues }) => {
  const t = useT();
  const formats = useFormats();
  const say = (value: unknown) => {
    if (field.kind === 'moment') return formats.day(dayOf(String(value)));
    return field.kind === 'date' ? formats.day(String(value)) : formats.number(Number(value));
  };
  const [from, to] = rangeNames(name).map(key => values[key]);
  const parts = [
    from !== undefined && t('shell.from', { value: say(from) }),
    to !== undefined && t('shell.to', { value: say(to) }),
  ];
  return parts.filter(Boolean).join(' ');
};

const FlagWords = ({ isSet }: { isSet: boolean }) => {
  const translate = useTranslate();
  return translate(isSet ? 'ra.boolean.true' : 'ra.boolean.false');
};

const Words = ({ field, chosen }: { field: Field<'status'> | Field<'choice'>; chosen: unknown[] }) =>
  chosen.map(useWord(field)).join(', ');

const PersonWords = ({ chosen }: { chosen: number[] }) => {
  const t = useT();
  const profile = useProfile();
  return chosen.map(id => (id === profile?.id ? t('listing.me') : `№ ${id}`)).join(', ');
};

const CodeWords = ({ field, chosen }: { field: Field<'byCode'>; chosen: string[] }) =>
  chosen.map(useFewRecords(field.of, field.key).nameOf).join(', ');

const ReferenceWords = ({ of, chosen }: { of: string; chosen: number[] }) => {
  const { byId } = useReferenceValues(of);
  return chosen.map(id => byId.get(id)?.name ?? `№ ${id}`).join(', ');
};

const RecordWords = ({ of, chosen }: { of: string; chosen: number[] }) => useRecordNames(of, chosen).join(', ');
