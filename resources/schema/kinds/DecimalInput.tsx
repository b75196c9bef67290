import { useInput } from 'react-admin';
import type { Field } from '#contract/fields.ts';
import { DecimalText } from './DecimalText.tsx';

interface DecimalInputProps {
  name: string;
  label: string;
  field: Field<'number'> | Field<'money'> | Field<'place'>;
}

/** The number of a field. */
export const DecimalInput = ({ name, label, field }: DecimalInputProps) => {
  const input = useInput({ source: name });
  const { error, invalid } = input.fieldState;
  const { ref, ...shared } = input.field;
  return (
    <DecimalText
      {...shared}
      id={input.id}
      inputRef={ref}
      label={label}
      required={field.required}
      disabled={field.readOnly}
      error={invalid}
      helperText={error?.message}
    />
  );
};
