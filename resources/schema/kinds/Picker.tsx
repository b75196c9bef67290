import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown';
import Autocomplete, { type AutocompleteProps } from '@mui/material/Autocomplete';
import MuiTextField from '@mui/material/TextField';
import { useRef, useState } from 'react';
import type { UseInputValue } from 'react-admin';
import type { Field, Kind } from '#contract/fields.ts';
import { TextField } from '../ui/TextField.tsx';
import { usePickerTexts } from './usePickerTexts.ts';

type PickerProps<Value, Multiple extends boolean> = Omit<
  AutocompleteProps<Value, Multiple, false, false>,
  'renderInput'
> & {
  input: UseInputValue;
  label: string;
  field: Field<Kind>;
  /** What an option is called. */
  getOptionLabel: (option: Value) => string;
};

/** Whatever is typed is typed into the library's own. */
const untyped = () => undefined;

/**
 * One or several of what a form can be given. Until somebody comes to it or several are chosen it is plain markup, and
 * the library's takes its place under the focus: drawing those is most of what a form takes.
 */
export const Picker = <Value extends string | number, Multiple extends boolean = false>({
  input,
  label,
  field,
  ...picker
}: PickerProps<Value, Multiple>) => {
  const texts = usePickerTexts();
  const { value } = picker;
  const isMany = Array.isArray(value) && value.length > 0;
  const [reached, setReached] = useState<'byKeyboard' | 'byPointer' | null>(null);
  const isPointed = useRef(false);
  const { ref, onBlur } = input.field;
  const shared = {
    label,
    required: field.required || Boolean(field.when?.required),
    inputRef: ref,
    error: input.fieldState.invalid,
    helperText: input.fieldState.error?.message,
  };
  if (!reached && !isMany)
    return (
      <TextField
        {...shared}
        id={input.id}
        role="combobox"
        aria-expanded={false}
        aria-autocomplete="list"
        onChange={untyped}
        value={value === null || Array.isArray(value) ? '' : picker.getOptionLabel(value as Value)}
        disabled={field.readOnly}
        end={<ArrowDropDownIcon />}
        onPointerDown={() => (isPointed.current = true)}
        // A finger that scrolls the form.
        onPointerCancel={() => (isPointed.current = false)}
        onFocus={() => setReached(isPointed.current ? 'byPointer' : 'byKeyboard')}
      />
    );
  return (
    <Autocomplete
      {...texts}
      {...picker}
      id={input.id}
      disabled={field.readOnly}
      // The press that brought it was meant to open it.
      openOnFocus={reached === 'byPointer'}
      onFocus={({ target }) => {
        // It stays while somebody is in it, whatever they take out.
        setReached(known => known ?? 'byKeyboard');
        // As a browser does where a key brings the focus: what is typed next takes its place.
        if (target instanceof HTMLInputElement) target.select();
      }}
      onBlur={() => {
        setReached('byKeyboard');
        onBlur();
      }}
      renderInput={params => <MuiTextField {...params} {...shared} autoFocus={reached !== null} />}
    />
  );
};
