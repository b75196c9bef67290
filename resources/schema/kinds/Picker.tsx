import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { UseInputValue } from 'react-admin';
import type { Field, Kind } from '#contract/fields.ts';
import { lazyScreen } from '../ui/lazyScreen.tsx';
import { TextField, type TextFieldProps } from '../ui/TextField.tsx';
import type { PickerList as List, Options } from './PickerList.tsx';

type PickerProps<Value, Multiple extends boolean> = Options<Value, Multiple> & {
  input: UseInputValue;
  label: string;
  field: Field<Kind>;
  /** What an option is called. */
  getOptionLabel: (option: Value) => string;
};

const list = lazyScreen(() => import('./PickerList.tsx').then(module => module.PickerList), { isSmall: true });
const PickerList = list as typeof List;

/** Brings what a picker becomes before somebody comes to one. */
export const preloadPickers = list.preload;

type Reached = 'byKeyboard' | 'byPointer';

/** Whether that is there; it is asked for when it is wanted. */
const useArrived = (isWanted: boolean): boolean => {
  const [hasArrived, setArrived] = useState(list.isThere);
  const isMissing = isWanted && !hasArrived;
  useEffect(() => {
    if (isMissing) void list.preload().then(() => setArrived(true));
  }, [isMissing]);
  return hasArrived || list.isThere();
};

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
  const { value } = picker;
  const [reached, setReached] = useState<Reached | null>(null);
  const isWanted = reached !== null || (Array.isArray(value) && value.length > 0);
  const hasArrived = useArrived(isWanted);
  const { ref, onBlur } = input.field;
  const shared = {
    label,
    required: field.required || Boolean(field.when?.required),
    inputRef: ref,
    error: input.fieldState.invalid,
    helperText: input.fieldState.error?.message,
  };
  const both = { id: input.id, disabled: field.readOnly };
  const said = [value ?? []].flat().map(one => picker.getOptionLabel(one as Value));
  if (!isWanted || !hasArrived) return <AtRest {...shared} {...both} value={said.join(', ')} onReach={setReached} />;
  return (
    <Suspense>
      <PickerList
        {...picker}
        {...both}
        {...{ shared }}
        autoFocus={reached !== null}
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
      />
    </Suspense>
  );
};

/** Whatever is typed is typed into the library's own. */
const untyped = () => undefined;

/** Says what is chosen, and when somebody comes to it; null where they have left before its place was taken. */
const AtRest = ({ onReach, ...field }: TextFieldProps & { onReach: (by: Reached | null) => void }) => {
  const isPointed = useRef(false);
  return (
    <TextField
      {...field}
      role="combobox"
      aria-expanded={false}
      aria-autocomplete="list"
      onChange={untyped}
      end={<ArrowDropDownIcon />}
      onPointerDown={() => (isPointed.current = true)}
      // A finger that scrolls the form.
      onPointerCancel={() => (isPointed.current = false)}
      onFocus={() => onReach(isPointed.current ? 'byPointer' : 'byKeyboard')}
      onBlur={() => onReach(null)}
    />
  );
};
