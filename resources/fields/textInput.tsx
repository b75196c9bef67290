import { useInput } from 'react-admin';
import type { KindInputProps } from './view.ts';

/** Props shared by text-like inputs: the label, the required mark and the field's error. */
export const useTextInput = ({ name, label, field }: KindInputProps) => {
  const input = useInput({
    source: name,
    format: value => value ?? '',
    parse: value => (/\S/.test(value) ? value : null),
  });
  const { error, invalid } = input.fieldState;
  // The form focuses an invalid field through `ref`, so it must be the input and not its wrapper.
  const { ref, ...shared } = input.field;
  return {
    ...shared,
    inputRef: ref,
    id: input.id,
    label,
    required: field.required,
    error: invalid,
    helperText: error?.message,
    disabled: field.readOnly,
  };
};
