import { useInput } from 'react-admin';
import type { Field } from '#contract/fields.ts';
import { DecimalText } from './DecimalText.tsx';

interface DecimalInputProps {
  name: string;
  label: string;
  field: Field<'number'> | Field<'money'> | Field<'place'>;
}

/** The number of a field; a text that is none stands in the form as it is, so that it can be kept. */
export const DecimalInput = ({ name, label, field }: DecimalInputProps) => {
  const input = useInput({ source: name });
  const { error, invalid } = input.fieldState;
  const { ref, onChange, ...shared } = input.field;
  return (
    <DecimalText
      {...shared}
      onChange={(number, text) => onChange(Number.isNaN(number) ? text : number)}
      id={input.id}
      inputRef={ref}
      label={label}
      required={field.required}
      disabled={field.readOnly}
      decimals={field.kind === 'money' ? field.decimals : undefined}
      error={invalid}
      helperText={error?.message}
    />
  );
};
