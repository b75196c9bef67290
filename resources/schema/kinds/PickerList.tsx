import Autocomplete, { type AutocompleteProps } from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { usePickerTexts } from './usePickerTexts.ts';

/** What a picker takes besides its field: MUI's, but for what is drawn. */
export type Options<Value, Multiple extends boolean> = Omit<
  AutocompleteProps<Value, Multiple, false, false>,
  'renderInput'
>;

interface PickerListProps<Value, Multiple extends boolean> extends Options<Value, Multiple> {
  shared: {
    label: string;
    required: boolean;
    inputRef: Ref<HTMLInputElement>;
    error: boolean;
    helperText: ReactNode;
  };
  /** Takes over from the field that has the focus. */
  autoFocus: boolean;
  /** What was typed there already. */
  typed: string;
}

/** What a picker becomes once somebody comes to it. */
export const PickerList = <Value, Multiple extends boolean>({
  shared,
  autoFocus,
  typed,
  ...picker
}: PickerListProps<Value, Multiple>) => {
  const box = useRef<HTMLElement>(null);
  const before = useRef(typed);
  useEffect(() => {
    const input = box.current?.querySelector('input');
    if (input && before.current) type(input, before.current);
    before.current = '';
  }, []);
  return (
    <Autocomplete
      {...usePickerTexts()}
      {...picker}
      ref={box}
      renderInput={params => <TextField {...params} {...shared} autoFocus={autoFocus} />}
    />
  );
};

/** As if it were typed: the library has no other way to be told. */
const type = (input: HTMLInputElement, text: string): void => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
};
