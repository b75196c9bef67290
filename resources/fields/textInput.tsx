import { useInput } from 'react-admin';
import { useDuplicate } from './useDuplicate.tsx';
import type { KindInputProps } from './view.ts';

export const useTextInput = (props: KindInputProps) => {
  const { name, label, field } = props;
  const input = useInput({
    source: name,
    format: value => value ?? '',
    parse: value => (/\S/.test(value) ? value : null),
  });
  const { error, invalid } = input.fieldState;
  // The form focuses an invalid field through `ref`, so it must be the input and not its wrapper.
  const { ref, ...fieldProps } = input.field;
  const { duplicate, leave } = useDuplicate(props, fieldProps.value, error?.type === 'server');
  return {
    ...fieldProps,
    onBlur: () => {
      fieldProps.onBlur();
      leave();
    },
    inputRef: ref,
    id: input.id,
    label,
    required: field.required,
    error: invalid || duplicate !== null,
    helperText: duplicate ?? error?.message,
    disabled: field.readOnly,
  };
};
