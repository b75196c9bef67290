import { useCallback } from 'react';
import type { Field } from '#contract/fields.ts';
import { useLabels } from '../engine/useLabels.ts';
import { RecordText } from './one.tsx';
import { RecordFilter } from './pickedFilters.tsx';
import { SeveralRecordsPicker } from './pickers.tsx';
import { type DrawValue, filteredView } from './view.ts';

const useCount = ({ of }: Pick<Field<'many'>, 'of'>): DrawValue => {
  const { count } = useLabels(of);
  return useCallback(value => count([value].flat().length), [count]);
};

export const many = filteredView('many', {
  Input: SeveralRecordsPicker,
  useCell: useCount,
  width: () => 130,
  isWide: () => true,
  isCounted: true,
  Filter: RecordFilter,
  FilterText: RecordText,
});
