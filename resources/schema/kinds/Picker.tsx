import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown';
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react';
import type { UseInputValue } from 'react-admin';
import type { Field, Kind } from '#contract/fields.ts';
import { useT } from '#providers/i18nProvider.ts';
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

/** Whether that is there, null where it could not be had; it is asked for whenever it is wanted. */
const useArrived = (isWanted: boolean): boolean | null => {
  const [hasArrived, setArrived] = useState<boolean | null>(list.isThere);
  useEffect(() => {
    if (isWanted && !list.isThere()) void list.preload().then(isThere => setArrived(isThere || null));
  }, [isWanted]);
  return list.isThere() || hasArrived;
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
  // What is typed before it has come.
  const [typed, setTyped] = useState('');
  const t = useT();
  const { ref, onBlur } = input.field;
  const shared = {
    label,
    required: field.required || Boolean(field.when?.required),
    inputRef: ref,
    error: input.fieldState.invalid,
    helperText: input.fieldState.error?.message ?? (reached && hasArrived === null ? t('visit.partFailed') : undefined),
  };
  const both = { id: input.id, disabled: field.readOnly };
  const said = [value ?? []].flat().map(one => picker.getOptionLabel(one as Value));
  if (!isWanted || !hasArrived)
    return (
      <AtRest
        {...shared}
        {...both}
        said={said.join(', ')}
        {...{ typed }}
        onType={setTyped}
        onReach={setReached}
        onLeave={() => {
          setReached(null);
          setTyped('');
          onBlur();
        }}
      />
    );
  return (
    <Suspense>
      <PickerList
        {...picker}
        {...both}
        {...{ shared, typed }}
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
          setTyped('');
          onBlur();
        }}
      />
    </Suspense>
  );
};

interface AtRestProps extends TextFieldProps {
  /** What is chosen. */
  said: string;
  /** Stands in its place once there is any. */
  typed: string;
  onType: (text: string) => void;
  onReach: (by: Reached) => void;
  /** Before its place was taken. */
  onLeave: () => void;
}

/** Says what is chosen, and when somebody comes to it; what they type is kept for what takes its place. */
const AtRest = ({ said, typed, onType, onReach, onLeave, ...field }: AtRestProps) => {
  const isPointed = useRef(false);
  return (
    <TextField
      {...field}
      role="combobox"
      aria-expanded={false}
      aria-autocomplete="list"
      value={typed || said}
      // Whatever is selected: the name of what is chosen may have come since, and a press takes a selection away.
      onBeforeInput={event => {
        if (typed) return;
        event.preventDefault();
        onType((event as FormEvent & { data: string }).data);
      }}
      onChange={event => typed && onType(event.target.value)}
      end={<ArrowDropDownIcon />}
      onPointerDown={event => {
        isPointed.current = true;
        if (event.currentTarget === document.activeElement) onReach('byPointer');
      }}
      // A finger that scrolls the form.
      onPointerCancel={() => (isPointed.current = false)}
      onFocus={() => onReach(isPointed.current ? 'byPointer' : 'byKeyboard')}
      onBlur={() => {
        isPointed.current = false;
        onLeave();
      }}
    />
  );
};
