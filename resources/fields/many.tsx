import { useCallback } from 'react';
import type { Field } from '#contract/fields.ts';
import { lazyScreen } from '#ui/lazyScreen.tsx';
import { useLabels } from '../engine/useLabels.ts';
import { RecordFilter, RecordText } from './one.tsx';
import { type DrawValue, filteredView, type KindInputProps } from './view.ts';

const ManyInput = lazyScreen<KindInputProps<'many'>>(() =>
  import('./pickers.tsx').then(module => module.SeveralRecordsPicker),
);

const useCount = ({ of }: Pick<Field<'many'>, 'of'>): DrawValue => {
  const { count } = useLabels(of);
  return useCallback(value => count([value].flat().length), [count]);
};

export const many = filteredView('many', {
  Input: ManyInput,
  useCell: useCount,
  width: () => 130,
  isWide: () => true,
  isCounted: true,
  Filter: RecordFilter,
  FilterText: RecordText,
});
