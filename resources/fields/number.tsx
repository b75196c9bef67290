import { useCallback } from 'react';
import type { Field } from '#contract/fields.ts';
import { useFormats } from '../engine/format.ts';
import { DecimalInput } from './DecimalInput.tsx';
import { NumberRange, NumberRangeText } from './ranges.tsx';
import { defineFilteredView, type RenderValue } from './view.ts';

const useNumberRenderer = ({ decimals }: Pick<Field<'number'>, 'decimals'>): RenderValue => {
  const { number } = useFormats();
  return useCallback(value => number(Number(value), decimals), [number, decimals]);
};

export const number = defineFilteredView('number', {
  Input: DecimalInput,
  useCell: useNumberRenderer,
  width: () => 96,
  isNumeric: true,
  needsLabel: true,
  isMeasured: true,
  Filter: NumberRange,
  FilterText: NumberRangeText,
});
