import { useEffect, useState } from 'react';
import { TextField } from '#ui/TextField.tsx';
import { isWholeDay } from './days.ts';

interface DayFieldProps {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onDayChange: (day: string | undefined) => void;
}

/** A day of a filter. Reported once it is complete, because a date is typed key by key. */
export const DayField = ({ label, value = '', min, max, onDayChange }: DayFieldProps) => {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  return (
    <TextField
      type="date"
      {...{ label, min, max }}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        if (target.value === '' || isWholeDay(target.value)) onDayChange(target.value || undefined);
      }}
    />
  );
};
