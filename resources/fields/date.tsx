import { useCallback } from 'react';
import { TextField } from '#ui/TextField.tsx';
import { useFormats } from '../engine/format.ts';
import { DayRange, DayRangeText } from './ranges.tsx';
import { useTextInput } from './textInput.tsx';
import { defineFilteredView, type KindInputProps, type RenderValue } from './view.ts';

const DateInput = (props: KindInputProps<'date'>) => <TextField {...useTextInput(props)} type="date" />;

const useDayRenderer = (): RenderValue => {
  const { day } = useFormats();
  return useCallback(value => day(String(value)), [day]);
};

export const date = defineFilteredView('date', {
  Input: DateInput,
  useCell: useDayRenderer,
  width: () => 124,
  needsLabel: true,
  Filter: DayRange,
  FilterText: DayRangeText,
});
