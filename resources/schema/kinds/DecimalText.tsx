import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useEffect, useRef, useState } from 'react';
import { useLocale } from '#providers/LocaleSwitch.tsx';
import { parseDecimal, writeDecimal } from './decimal.ts';

type DecimalTextProps = Omit<TextFieldProps, 'value' | 'onChange' | 'variant'> & {
  value: unknown;
  /** @param value NaN when the text is no number */
  onChange: (value: number | null, text: string) => void;
};

/** A number typed with a comma or a point: what is typed stays as typed, until the language changes. */
export const DecimalText = ({ value, onChange, slotProps, ...props }: DecimalTextProps) => {
  const locale = useLocale();
  const [text, setText] = useState(() => writeDecimal(value, locale));
  const written = useRef(locale);
  useEffect(() => {
    const isSameLanguage = written.current === locale;
    written.current = locale;
    setText(shown =>
      isSameLanguage && Object.is(parseDecimal(shown), value ?? null) ? shown : writeDecimal(value, locale),
    );
  }, [value, locale]);
  const type = (next: string) => {
    setText(next);
    onChange(parseDecimal(next), next);
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
