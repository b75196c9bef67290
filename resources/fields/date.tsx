import { useCallback } from 'react';
import { TextField } from '#ui/TextField.tsx';
import { useFormats } from '../engine/format.ts';
import { DayRange, DayRangeText } from './ranges.tsx';
import { useTextInput } from './textInput.tsx';
import { filteredView, type KindInputProps, type RenderValue } from './view.ts';

const DateInput = (props: KindInputProps<'date'>) => <TextField {...useTextInput(props)} type="date" />;

const useDay = (): RenderValue => {
  const { day } = useFormats();
  return useCallback(value => day(String(value)), [day]);
};

export const date = filteredView('date', {
  Input: DateInput,
  useCell: useDay,
  width: () => 124,
  needsLabel: true,
  Filter: DayRange,
  FilterText: DayRangeText,
});
