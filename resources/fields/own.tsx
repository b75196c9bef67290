import { type ComponentType, type FC, type Ref, Suspense } from 'react';
import { useInput } from 'react-admin';
import type { KindInputProps } from './view.ts';

/** What the input of a single field is given, `inputs` of a declaration. An empty value is null, of a required field too. */
export interface InputProps<V> {
  source: string;
  label: string;
  value: V | null;
  onChange: (value: V | null) => void;
  onBlur: () => void;
  /** Of what the form focuses when its value is refused. */
  inputRef: Ref<HTMLInputElement>;
  /** The text of the fault at this field. */
  error: string | undefined;
  isRequired: boolean;
  isDisabled: boolean;
}
/** What the cell of a single field is given, `cells` of a declaration; an empty value never comes to it. */
export interface CellProps<V> {
  value: V;
}
/** An input, or a cell, whose value is known to fit its field. */
export type AnyInput = ComponentType<InputProps<never>>;
export type AnyCell = ComponentType<CellProps<never>>;

/** Gives the input of a single field its value in the form. */
export const OwnInput = ({ Input, name, label, field }: KindInputProps & { Input: AnyInput }) => {
  const { field: input, fieldState } = useInput({ source: name });
  // React-admin's form keeps an empty text where there is no value.
  const value: unknown = input.value === '' ? null : input.value;
  return (
    <Suspense>
      <Input
        source={name}
        label={label}
        value={value as null}
        onChange={input.onChange}
        onBlur={input.onBlur}
        inputRef={input.ref}
        error={fieldState.error?.message}
        isRequired={field.required}
        isDisabled={field.readOnly}
      />
    </Suspense>
  );
};

/** An input of react-admin as the input of a single field: it takes the value from the form by itself. */
export const stockInput =
  (
    Input: ComponentType<{ source: string; label: string; disabled?: boolean }>,
  ): FC<Pick<InputProps<never>, 'source' | 'label' | 'isDisabled'>> =>
  ({ source, label, isDisabled }) => <Input source={source} label={label} disabled={isDisabled} />;
