import TextField from '@mui/material/TextField';
import { useEffect, useState } from 'react';
import { useInput, useLocaleState } from 'react-admin';
import type { Field } from '#contract/fields.ts';
import { parseDecimal, writeDecimal } from './decimal.ts';

interface DecimalInputProps {
  name: string;
  label: string;
  field: Field<'number'> | Field<'money'> | Field<'place'>;
}

/** A number typed with a comma or a point; what is typed stays as typed, the form holds the number. */
export const DecimalInput = ({ name, label, field }: DecimalInputProps) => {
  const [locale] = useLocaleState();
  const input = useInput({ source: name });
  const { value } = input.field;
  const [text, setText] = useState(() => writeDecimal(value, locale));
  useEffect(() => {
    setText(shown => (Object.is(parseDecimal(shown), value ?? null) ? shown : writeDecimal(value, locale)));
  }, [value, locale]);
  const type = (next: string) => {
    setText(next);
    input.field.onChange(parseDecimal(next));
  };
  return (
    <TextField
      id={input.id}
      name={input.field.name}
      inputRef={input.field.ref}
      label={label}
      value={text}
      required={field.required}
      disabled={field.readOnly}
      error={input.fieldState.invalid}
      helperText={input.fieldState.error?.message}
      onBlur={input.field.onBlur}
      onChange={event => type(event.target.value)}
      slotProps={{
        htmlInput: { inputMode: 'decimal', autoComplete: 'off', style: { fontVariantNumeric: 'tabular-nums' } },
      }}
    />
  );
};
