import { useCallback } from 'react';
import type { Field } from '#contract/fields.ts';
import { useLabels } from '../engine/useLabels.ts';
import { RecordText } from './one.tsx';
import { RecordFilter } from './pickedFilters.tsx';
import { MultiRecordPicker } from './pickers.tsx';
import { defineFilteredView, type RenderValue } from './view.ts';

const useCountRenderer = ({ of }: Pick<Field<'many'>, 'of'>): RenderValue => {
  const { count } = useLabels(of);
  return useCallback(value => count([value].flat().length), [count]);
};

export const many = defineFilteredView('many', {
  Input: MultiRecordPicker,
  useCell: useCountRenderer,
  width: () => 130,
  isWide: () => true,
  isCounted: true,
  Filter: RecordFilter,
  FilterText: RecordText,
});
