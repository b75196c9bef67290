import { useInput } from 'react-admin';
import { DecimalText } from './DecimalText.tsx';
import type { KindInputProps } from './view.ts';

type DecimalInputProps = KindInputProps<'number' | 'money' | 'place'> & {
  decimals?: number;
};

/**
 * A numeric field. Invalid text stays in the form as typed, so that validation can report it and autosave can store
 * it.
 */
export const DecimalInput = ({ name, label, field, decimals }: DecimalInputProps) => {
  const input = useInput({ source: name });
  const { error, invalid } = input.fieldState;
  const { ref, onChange, ...fieldProps } = input.field;
  return (
    <DecimalText
      {...fieldProps}
      onChange={(number, text) => onChange(Number.isNaN(number) ? text : number)}
      id={input.id}
      inputRef={ref}
      label={label}
      required={field.required}
      disabled={field.readOnly}
      decimals={decimals}
      error={invalid}
      helperText={error?.message}
    />
  );
};
