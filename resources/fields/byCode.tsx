import { useCallback } from 'react';
import type { Field } from '#contract/fields.ts';
import { CodeFilter } from './pickedFilters.tsx';
import { CodePicker } from './pickers.tsx';
import { useAllRecords } from './useAllRecords.ts';
import { type FilterTextProps, filteredView, type RenderValue } from './view.ts';

const CodeText = ({ field, name, values }: FilterTextProps<'byCode'>) =>
  [values[name]].flat().map(String).map(useAllRecords(field.of, field.key).nameOf).join(', ');

const useByCode = ({ of, key }: Pick<Field<'byCode'>, 'of' | 'key'>): RenderValue => {
  const { nameOf } = useAllRecords(of, key);
  return useCallback(value => nameOf(String(value)), [nameOf]);
};

export const byCode = filteredView('byCode', {
  Input: CodePicker,
  useCell: useByCode,
  width: () => 160,
  Filter: CodeFilter,
  FilterText: CodeText,
});
