import { useCallback } from 'react';
import type { Field } from '#contract/fields.ts';
import { lazyScreen } from '#ui/lazyScreen.tsx';
import { useFewRecords } from './useFewRecords.ts';
import { type DrawValue, type FilterProps, type FilterTextProps, filteredView, type KindInputProps } from './view.ts';

const CodeInput = lazyScreen<KindInputProps<'byCode'>>(() => import('./pickers.tsx').then(module => module.CodePicker));

const CodeFilter = lazyScreen<FilterProps<'byCode'>>(
  () => import('./pickedFilters.tsx').then(module => module.CodeFilter),
  { isSmall: true },
);

const CodeText = ({ field, name, values }: FilterTextProps<'byCode'>) =>
  [values[name]].flat().map(String).map(useFewRecords(field.of, field.key).nameOf).join(', ');

const useByCode = ({ of, key }: Pick<Field<'byCode'>, 'of' | 'key'>): DrawValue => {
  const { nameOf } = useFewRecords(of, key);
  return useCallback(value => nameOf(String(value)), [nameOf]);
};

export const byCode = filteredView('byCode', {
  Input: CodeInput,
  useCell: useByCode,
  width: () => 160,
  Filter: CodeFilter,
  FilterText: CodeText,
});
