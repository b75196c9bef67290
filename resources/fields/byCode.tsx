import { useCallback } from 'react';
import type { Field } from '#contract/fields.ts';
import { CodeFilter } from './pickedFilters.tsx';
import { CodePicker } from './pickers.tsx';
import { useFewRecords } from './useFewRecords.ts';
import { type DrawValue, type FilterTextProps, filteredView } from './view.ts';

const CodeText = ({ field, name, values }: FilterTextProps<'byCode'>) =>
  [values[name]].flat().map(String).map(useFewRecords(field.of, field.key).nameOf).join(', ');

const useByCode = ({ of, key }: Pick<Field<'byCode'>, 'of' | 'key'>): DrawValue => {
  const { nameOf } = useFewRecords(of, key);
  return useCallback(value => nameOf(String(value)), [nameOf]);
};

export const byCode = filteredView('byCode', {
  Input: CodePicker,
  useCell: useByCode,
  width: () => 160,
  Filter: CodeFilter,
  FilterText: CodeText,
});
