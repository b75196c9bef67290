import { useState } from 'react';
import { useGetList, useInput } from 'react-admin';
import type { Field } from '#contract/fields.ts';
import { useToldFailure } from '#providers/NoticeGate.tsx';
import { useRecordNames } from '../list/useRecordNames.ts';
import { usePerson } from '../usePerson.ts';
import { Picker } from './Picker.tsx';
import { useFewRecords } from './useFewRecords.ts';
import { useValueOptions } from './useValueOptions.tsx';

interface ReferencePickerProps {
  name: string;
  label: string;
  field: Field<'reference'> | Field<'references'>;
}

/** A value of a reference, or several of them. */
export const ReferencePicker = ({ name, label, field }: ReferencePickerProps) => {
  const input = useInput({ source: name });
  const chosen = idsIn(input.field.value);
  const multiple = field.kind === 'references';
  const values = useValueOptions(field.of, chosen, ids => input.field.onChange(multiple ? ids : (ids[0] ?? null)));
  return (
    <Picker
      {...{ input, label, field }}
      {...values}
      multiple={multiple}
      disableCloseOnSelect={multiple}
      value={multiple ? chosen : (chosen[0] ?? null)}
    />
  );
};

interface CodePickerProps {
  name: string;
  label: string;
  field: Field<'byCode'>;
}

/** A record named by its code, archived ones only while chosen. */
export const CodePicker = ({ name, label, field }: CodePickerProps) => {
  const input = useInput({ source: name });
  const { records, isLoading, nameOf } = useFewRecords(field.of, field.key);
  const granted = usePerson()?.granted;
  const isBeyond = (code: string): boolean =>
    records.find(record => record.code === code)?.permissions?.some(({ slug }) => !granted?.has(slug)) ?? false;
  const chosen: string | null = input.field.value || null;
  const offered = records.filter(({ archived, code }) => !archived || code === chosen).map(({ code }) => code);
  return (
    <Picker
      {...{ input, label, field }}
      loading={isLoading}
      options={offered}
      value={chosen}
      getOptionLabel={nameOf}
      // Nobody gives what they lack.
      getOptionDisabled={isBeyond}
      onChange={(_, next) => input.field.onChange(next)}
    />
  );
};

interface RecordsPickerProps {
  name: string;
  label: string;
  /** The resource that is searched. */
  of: string;
  field: Field<'one'> | Field<'many'>;
  multiple?: boolean;
}

/** Records of another resource, found by search on the server. */
export const RecordsPicker = ({ name, label, of, field, multiple = false }: RecordsPickerProps) => {
  const input = useInput({ source: name });
  const [search, setSearch] = useState('');
  const chosen = idsIn(input.field.value);
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
  const found = data.map(record => Number(record.id));
  return (
    <Picker
      {...{ input, label, field }}
      multiple={multiple}
      loading={isFetching}
      filterOptions={options => options}
      filterSelectedOptions={multiple}
      options={[...new Set([...chosen, ...found])]}
      value={multiple ? chosen : (chosen[0] ?? null)}
      getOptionLabel={id => labels.get(id) ?? `№ ${id}`}
      onInputChange={(_, text, reason) => setSearch(reason === 'input' ? text.trim() : '')}
      onChange={(_, next) => input.field.onChange(next)}
    />
  );
};

/** The ids that a form holds at a field; react-admin's form keeps an empty text where nothing is chosen. */
const idsIn = (value: unknown): number[] => [value].flat().filter((id): id is number => typeof id === 'number');
