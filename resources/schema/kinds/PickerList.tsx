import Autocomplete, { type AutocompleteProps } from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type { ReactNode, Ref } from 'react';
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
}

/** What a picker becomes once somebody comes to it. */
export const PickerList = <Value, Multiple extends boolean>({
  shared,
  autoFocus,
  ...picker
}: PickerListProps<Value, Multiple>) => (
  <Autocomplete
    {...usePickerTexts()}
    {...picker}
    renderInput={params => <TextField {...params} {...shared} autoFocus={autoFocus} />}
  />
);
