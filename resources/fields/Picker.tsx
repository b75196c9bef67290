import type { UseInputValue } from 'react-admin';
import type { Field, Kind } from '#contract/fields.ts';
import { Combobox, type ComboboxProps } from '#ui/combobox/Combobox.tsx';

type PickerProps<Value> = ComboboxProps<Value> & {
  input: UseInputValue;
  field: Field<Kind>;
};

export const Picker = <Value,>({ input: { id, field: form, fieldState }, field, ...combobox }: PickerProps<Value>) => (
  <Combobox
    {...combobox}
    id={id}
    inputRef={form.ref}
    required={field.required || Boolean(field.when?.required)}
    disabled={field.readOnly}
    error={fieldState.invalid}
    helperText={fieldState.error?.message}
    onBlur={form.onBlur}
  />
);
