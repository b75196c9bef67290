import { useCallback } from 'react';
import { useFormats } from '../engine/format.ts';
import { DecimalInput } from './DecimalInput.tsx';
import { NumberRange, NumberRangeText } from './ranges.tsx';
import { defineFilteredView, type KindInputProps, type RenderValue } from './view.ts';

const useMoneyRenderer = (): RenderValue => {
  const { money } = useFormats();
  return useCallback(value => money(Number(value)), [money]);
};

const MoneyInput = (props: KindInputProps<'money'>) => <DecimalInput {...props} decimals={props.field.decimals} />;

export const money = defineFilteredView('money', {
  Input: MoneyInput,
  useCell: useMoneyRenderer,
  width: () => 130,
  isNumeric: true,
  isMeasured: true,
  Filter: NumberRange,
  FilterText: NumberRangeText,
});
