import { useInput } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { getInitialValue } from '#contract/fields.ts';
import { useCurrentUser } from '../engine/useCurrentUser.ts';
import { Picker } from './Picker.tsx';
import { useAllRecords } from './useAllRecords.ts';
import { useRecordOptions } from './useRecordOptions.ts';
import { useValueOptions } from './useValueOptions.tsx';
import type { KindInputProps } from './view.ts';

export const ReferencePicker = ({ name, label, field }: KindInputProps<'reference' | 'references'>) => {
  const input = useInput({ source: name });
  const { getValues } = useFormContext();
  const selectedIds = collectIds(input.field.value);
  const multiple = Array.isArray(getInitialValue(field));
  const values = useValueOptions(field.of, {
    selectedIds,
    multiple,
    readIds: () => collectIds(getValues(input.field.name)),
    choose: ids => input.field.onChange(multiple ? ids : (ids[0] ?? null)),
  });
  return <Picker {...{ input, label, field }} {...values} multiple={multiple} selectedValues={selectedIds} />;
};

/**
 * Picks a record by code. An archived record is offered only if it is already chosen, so that old records stay
 * editable.
 */
export const CodePicker = ({ name, label, field }: KindInputProps<'byCode'>) => {
  const input = useInput({ source: name });
  const { records, isLoading, nameOf } = useAllRecords(field.of, field.key);
  const grantedSlugs = useCurrentUser()?.grantedSlugs;
  const isBeyond = (code: string): boolean =>
    records.find(record => record.code === code)?.permissions?.some(({ slug }) => !grantedSlugs?.has(slug)) ?? false;
  const selectedCode: string | null = input.field.value || null;
  const selectableCodes = records
    .filter(({ archived, code }) => !archived || code === selectedCode)
    .map(({ code }) => code);
  return (
    <Picker
      {...{ input, label, field }}
      loading={isLoading}
      options={selectableCodes}
      selectedValues={selectedCode === null ? [] : [selectedCode]}
      getOptionLabel={nameOf}
      // Nobody can grant a permission that they lack.
      getOptionDisabled={isBeyond}
      onChoose={([next = null]) => input.field.onChange(next)}
    />
  );
};

type RecordsPickerProps = KindInputProps<'one' | 'many'> & { multiple?: boolean };

export const RecordsPicker = ({ name, label, field, multiple = false }: RecordsPickerProps) => {
  const input = useInput({ source: name });
  const selectedIds = collectIds(input.field.value);
  const { options, labelOf, search } = useRecordOptions(field.of, selectedIds);
  return (
    <Picker
      {...{ input, label, field, options, multiple }}
      {...search}
      selectedValues={selectedIds}
      getOptionLabel={labelOf}
      onChoose={ids => input.field.onChange(multiple ? ids : (ids[0] ?? null))}
    />
  );
};

export const MultiRecordPicker = (props: KindInputProps<'many'>) => <RecordsPicker {...props} multiple />;

/** The chosen ids. React-admin's form stores an empty string when nothing is chosen. */
const collectIds = (value: unknown): number[] => [value].flat().filter((id): id is number => typeof id === 'number');
