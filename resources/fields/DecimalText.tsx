import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { useLocale } from '#providers/locale/LocaleSwitch.tsx';
import { TextField, type TextFieldProps } from '#ui/TextField.tsx';
import { formatDecimal, parseDecimal } from './decimal.ts';

type DecimalTextProps = Omit<TextFieldProps, 'value' | 'onChange'> & {
  value: unknown;
  /** @param value NaN when the text is not a number */
  onChange: (value: number | null, text: string) => void;
  decimals?: number | undefined;
};

/**
 * A number input that accepts a comma or a point. The text stays as typed until the field loses focus or the language
 * changes; reformatting earlier would move the caret.
 */
export const DecimalText = ({ value, onChange, onBlur, decimals, ...props }: DecimalTextProps) => {
  const locale = useLocale();
  const formatted = formatDecimal(value, locale, decimals);
  const [text, setText] = useState(formatted);
  const formattedLocale = useRef(locale);
  useEffect(() => {
    const isSameLanguage = formattedLocale.current === locale;
    formattedLocale.current = locale;
    setText(current => (isSameLanguage && represents(current, value, locale) ? current : formatted));
  }, [value, locale, formatted]);
  const type = (next: string) => {
    setText(next);
    onChange(parseDecimal(next, locale), next);
  };
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    if (represents(text, value, locale)) setText(formatted);
    onBlur?.(event);
  };
  return (
    <TextField
      {...props}
      value={text}
      onChange={event => type(event.target.value)}
      onBlur={leave}
      inputMode="decimal"
      autoComplete="off"
    />
  );
};

const represents = (text: string, value: unknown, locale: string): boolean =>
  Object.is(parseDecimal(text, locale), value ?? null);
