import { useInput } from 'react-admin';
import type { KindInputProps } from './view.ts';

/** What every text-like input shares: the label, the mark of a required field, the error at the field. */
export const useTextInput = ({ name, label, field }: KindInputProps) => {
  const input = useInput({
    source: name,
    format: value => value ?? '',
    parse: value => (/\S/.test(value) ? value : null),
  });
  const { error, invalid } = input.fieldState;
  // The form focuses what it has by `ref`: the input itself, not what is drawn around it.
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
