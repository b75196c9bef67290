import { type ComponentType, type FC, type Ref, Suspense } from 'react';
import { useInput } from 'react-admin';
import type { KindInputProps } from './view.ts';

export interface InputProps<V> {
  source: string;
  label: string;
  value: V | null;
  onChange: (value: V | null) => void;
  onBlur: () => void;
  inputRef: Ref<HTMLInputElement>;
  error: string | undefined;
  isRequired: boolean;
  isDisabled: boolean;
}
/** The value is never empty. */
export interface CellProps<V> {
  value: V;
}
/** Erases the value type; the declaration has already checked it against the field. */
export type AnyInput = ComponentType<InputProps<never>>;
export type AnyCell = ComponentType<CellProps<never>>;

export const CustomInput = ({ Input, name, label, field }: KindInputProps & { Input: AnyInput }) => {
  const { field: input, fieldState } = useInput({ source: name });
  // React-admin's form stores an empty string for a missing value.
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

interface StockInputProps {
  source: string;
  label: string;
  disabled?: boolean;
  isRequired?: boolean;
  helperText?: false;
}

/**
 * Makes an input of a field out of one of react-admin's. Without `helperText`, react-admin would set an empty line as
 * markup, which Trusted Types forbid; an error is shown all the same.
 */
export const stockInput =
  (
    Input: ComponentType<StockInputProps>,
  ): FC<Pick<InputProps<never>, 'source' | 'label' | 'isRequired' | 'isDisabled'>> =>
  ({ source, label, isRequired, isDisabled }) => (
    <Input source={source} label={label} isRequired={isRequired} disabled={isDisabled} helperText={false} />
  );
