import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown';
import CloseIcon from '@mui/icons-material/Close';
import useAutocomplete, { type UseAutocompleteReturnValue } from '@mui/material/useAutocomplete';
import useForkRef from '@mui/utils/useForkRef';
import { type KeyboardEvent, type ReactNode, type Ref, type SyntheticEvent, useId, useState } from 'react';
import { createMatcher } from '#contract/searchText.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { IconButton } from '../Button.tsx';
import { Chip } from '../Chip.tsx';
import { FieldFrame, type FieldProps, getAria } from '../FieldFrame.tsx';
import styles from './Combobox.module.css';
import { OptionList, OptionListStatus } from './OptionList.tsx';

interface ComboboxOptions<Value> {
  options: readonly Value[];
  selectedValues: readonly Value[];
  onChoose: (next: Value[]) => void;
  multiple?: boolean | undefined;
  getOptionLabel: (option: Value) => string;
  getOptionKey?: (option: Value) => string | number;
  getOptionDisabled?: (option: Value) => boolean;
  renderOption?: (option: Value) => ReactNode;
  filterOptions?: (options: Value[], state: { inputValue: string }) => Value[];
  onSearch?: (text: string) => void;
  onType?: (text: string) => void;
  loading?: boolean | undefined;
  /** Set when the options failed to load. */
  onRetry?: (() => void) | undefined;
  openOnFocus?: boolean | undefined;
  isAlwaysOpen?: boolean | undefined;
  /** Clears after each choice, for fields that add to a list elsewhere. */
  clearOnSelect?: boolean | undefined;
}

export interface ComboboxProps<Value> extends Omit<FieldProps, 'end'>, ComboboxOptions<Value> {
  id?: string | undefined;
  autoFocus?: boolean | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
  onBlur?: (() => void) | undefined;
}

/**
 * Single or multiple choice with search. Combines the kit's field with MUI's headless `useAutocomplete`, because MUI's
 * `Autocomplete` renders much slower.
 */
export const Combobox = <Value,>(props: ComboboxProps<Value>) => {
  const { multiple = false, selectedValues, loading = false, onRetry } = props;
  const { getOptionLabel, getOptionKey = getOptionLabel, renderOption = getOptionLabel } = props;
  const { label, isLabelHidden, error, helperText, start, autoFocus, required, disabled = false } = props;
  const generatedId = useId();
  const id = props.id ?? generatedId;
  const combobox = useOptions(id, props);
  const { ref, onBlur, ...input } = combobox.getInputProps();
  const frame = { label, isLabelHidden, error, helperText, start };
  const chips = multiple ? selectedValues : [];
  return (
    <>
      <FieldFrame
        id={id}
        {...frame}
        box={{
          ...combobox.getRootProps(),
          ref: combobox.setAnchorEl as unknown as Ref<HTMLDivElement>,
          'data-wraps': chips.length > 0 || undefined,
        }}
        end={!props.isAlwaysOpen && <ComboboxButtons combobox={combobox} disabled={disabled} />}
      >
        <OptionListStatus {...{ combobox, loading, onRetry }} />
        {chips.map((option, index) => (
          <ChosenChip
            key={getOptionKey(option)}
            itemProps={combobox.getItemProps({ index })}
            label={getOptionLabel(option)}
            disabled={disabled}
          />
        ))}
        <input
          placeholder={isLabelHidden ? label : ' '}
          {...input}
          {...getAria(id, frame)}
          {...{ autoFocus, required }}
          onKeyDown={combobox.popupOpen ? preventFormSubmit : undefined}
          ref={useForkRef(ref, props.inputRef)}
          onBlur={event => {
            onBlur?.(event);
            props.onBlur?.();
          }}
        />
      </FieldFrame>
      <OptionList {...{ combobox, renderOption, loading, onRetry }} isInFlow={props.isAlwaysOpen} />
    </>
  );
};

/**
 * While the list is open, it handles Enter even if no option is highlighted yet. Otherwise Enter would submit the form
 * without the choice.
 */
const preventFormSubmit = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault();
};

/** The maximum number of rendered options. Users can find the others by typing. */
const MAX_RENDERED = 300;

const useOptions = <Value,>(
  id: string,
  {
    options,
    selectedValues,
    onChoose,
    multiple = false,
    getOptionLabel,
    getOptionKey = getOptionLabel,
    getOptionDisabled,
    filterOptions,
    onSearch,
    onType,
    clearOnSelect = false,
    openOnFocus = false,
    isAlwaysOpen = false,
    disabled = false,
  }: ComboboxProps<Value>,
) => {
  const values = useSameArray(selectedValues);
  const [typedText, setTypedText] = useState('');
  return useAutocomplete<Value, boolean>({
    id,
    options,
    value: multiple ? values : (values[0] ?? null),
    onChange: (_, next) => {
      if (clearOnSelect) setTypedText('');
      onChoose(Array.isArray(next) ? next : next === null ? [] : [next]);
    },
    multiple,
    disableCloseOnSelect: multiple,
    filterSelectedOptions: multiple && onSearch !== undefined,
    getOptionLabel,
    getOptionKey,
    ...(getOptionDisabled && { getOptionDisabled }),
    filterOptions: onSearch ? all => all : (filterOptions ?? createOptionFilter(getOptionLabel)),
    openOnFocus,
    ...(isAlwaysOpen && { open: true, autoHighlight: true }),
    // Otherwise the library would show the name of what was chosen until the field loses the focus.
    ...(clearOnSelect && { inputValue: typedText }),
    disabled,
    onInputChange: (_, text, reason) => {
      setTypedText(text);
      if (reason === 'input') onType?.(text);
      onSearch?.(reason === 'input' ? text.trim() : '');
    },
  });
};

/** One array for as long as it holds the same values, because the library clears what is typed when it gets another. */
const useSameArray = <Value,>(values: readonly Value[]): Value[] => {
  const [same, setSame] = useState(() => [...values]);
  if (same.length === values.length && values.every((value, index) => value === same[index])) return same;
  const changed = [...values];
  setSame(changed);
  return changed;
};

/** Finds options with the same folding as the server's search, so that both ignore the same differences. */
const createOptionFilter =
  <Value,>(getLabel: (option: Value) => string) =>
  (options: Value[], { inputValue }: { inputValue: string }): Value[] => {
    const isFound = createMatcher(inputValue);
    return options.filter(option => isFound(getLabel(option))).slice(0, MAX_RENDERED);
  };

interface ChosenChipProps {
  label: string;
  disabled: boolean;
  /** Passed on from `getItemProps`, because the library needs these props to find chips when arrow keys are pressed. */
  itemProps: { key?: number; onDelete: (event: SyntheticEvent) => void };
}

const ChosenChip = ({ label, disabled, itemProps: { key: _key, onDelete, ...item } }: ChosenChipProps) => (
  <Chip label={label} disabled={disabled} onDelete={onDelete} item={item} />
);

type AutocompleteHook = UseAutocompleteReturnValue<unknown, boolean>;

interface ComboboxButtonsProps {
  combobox: Pick<AutocompleteHook, 'popupOpen' | 'dirty' | 'getClearProps' | 'getPopupIndicatorProps'>;
  disabled: boolean;
}

const ComboboxButtons = ({ combobox, disabled }: ComboboxButtonsProps) => {
  const t = useT();
  const toggle = t(combobox.popupOpen ? 'shell.pickerClose' : 'shell.pickerOpen');
  return (
    <>
      {combobox.dirty && !disabled && (
        <IconButton
          {...combobox.getClearProps()}
          className={styles['clear']}
          aria-label={t('shell.pickerClear')}
          title={t('shell.pickerClear')}
        >
          <CloseIcon fontSize="inherit" />
        </IconButton>
      )}
      <IconButton
        {...combobox.getPopupIndicatorProps()}
        className={styles['toggle']}
        disabled={disabled}
        aria-label={toggle}
        title={toggle}
        data-open={combobox.popupOpen || undefined}
      >
        <ArrowDropDownIcon fontSize="inherit" />
      </IconButton>
    </>
  );
};
