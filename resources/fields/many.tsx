import { useCallback } from 'react';
import type { Field } from '#contract/fields.ts';
import { useLabels } from '../engine/useLabels.ts';
import { RecordText } from './one.tsx';
import { RecordFilter } from './pickedFilters.tsx';
import { MultiRecordPicker } from './pickers.tsx';
import { filteredView, type RenderValue } from './view.ts';

const useCount = ({ of }: Pick<Field<'many'>, 'of'>): RenderValue => {
  const { count } = useLabels(of);
  return useCallback(value => count([value].flat().length), [count]);
};

export const many = filteredView('many', {
  Input: MultiRecordPicker,
  useCell: useCount,
  width: () => 130,
  isWide: () => true,
  isCounted: true,
  Filter: RecordFilter,
  FilterText: RecordText,
});
