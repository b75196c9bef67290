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

export const stockInput =
  (
    Input: ComponentType<{ source: string; label: string; disabled?: boolean }>,
  ): FC<Pick<InputProps<never>, 'source' | 'label' | 'isDisabled'>> =>
  ({ source, label, isDisabled }) => <Input source={source} label={label} disabled={isDisabled} />;
