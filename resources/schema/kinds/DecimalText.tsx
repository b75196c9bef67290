import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useEffect, useState } from 'react';
import { useLocaleState } from 'react-admin';
import { parseDecimal, writeDecimal } from './decimal.ts';

type DecimalTextProps = Omit<TextFieldProps, 'value' | 'onChange' | 'variant'> & {
  value: unknown;
  onChange: (value: number | null) => void;
};

/** A number typed with a comma or a point: what is typed stays as typed, what is told is the number, NaN when it is none. */
export const DecimalText = ({ value, onChange, slotProps, ...props }: DecimalTextProps) => {
  const [locale] = useLocaleState();
  const [text, setText] = useState(() => writeDecimal(value, locale));
  useEffect(() => {
    setText(shown => (Object.is(parseDecimal(shown), value ?? null) ? shown : writeDecimal(value, locale)));
  }, [value, locale]);
  const type = (next: string) => {
    setText(next);
    onChange(parseDecimal(next));
  };
  return (
    <TextField
      {...props}
      value={text}
      onChange={event => type(event.target.value)}
      slotProps={{
        ...slotProps,
        htmlInput: { inputMode: 'decimal', autoComplete: 'off', style: { fontVariantNumeric: 'tabular-nums' } },
      }}
    />
  );
};
