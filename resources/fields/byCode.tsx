import { useCallback } from 'react';
import type { Field } from '#contract/fields.ts';
import { CodeFilter } from './pickedFilters.tsx';
import { CodePicker } from './pickers.tsx';
import { useAllRecords } from './useAllRecords.ts';
import { defineFilteredView, type FilterTextProps, type RenderValue } from './view.ts';

const CodeText = ({ field, name, values }: FilterTextProps<'byCode'>) =>
  [values[name]].flat().map(String).map(useAllRecords(field.of, field.key).nameOf).join(', ');

const useByCodeRenderer = ({ of, key }: Pick<Field<'byCode'>, 'of' | 'key'>): RenderValue => {
  const { nameOf } = useAllRecords(of, key);
  return useCallback(value => nameOf(String(value)), [nameOf]);
};

export const byCode = defineFilteredView('byCode', {
  Input: CodePicker,
  useCell: useByCodeRenderer,
  width: () => 160,
  Filter: CodeFilter,
  FilterText: CodeText,
});
