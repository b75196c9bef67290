import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown';
import CloseIcon from '@mui/icons-material/Close';
import useAutocomplete, { createFilterOptions, type UseAutocompleteReturnValue } from '@mui/material/useAutocomplete';
import useForkRef from '@mui/utils/useForkRef';
import { type ReactNode, type Ref, type SyntheticEvent, useId } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { IconButton } from '../Button.tsx';
import { Chip } from '../Chip.tsx';
import { FieldFrame, type FieldProps, framed } from '../FieldFrame.tsx';
import styles from './Combobox.module.css';
import { Found } from './Found.tsx';

/** What can be chosen, and how it is found. */
interface Options<Value> {
  options: readonly Value[];
  /** At most one unless `multiple`. */
  chosen: readonly Value[];
  onChoose: (next: Value[]) => void;
  multiple?: boolean | undefined;
  /** What an option is called: its text in the field, and in the list unless `renderOption` draws it. */
  getOptionLabel: (option: Value) => string;
  getOptionKey?: (option: Value) => string | number;
  getOptionDisabled?: (option: Value) => boolean;
  renderOption?: (option: Value) => ReactNode;
  /** Which options fit what is typed, where their labels alone do not decide that. */
  filterOptions?: (options: Value[], state: { inputValue: string }) => Value[];
  /** What is typed is looked for elsewhere, and the options are what was found. */
  onSearch?: (text: string) => void;
  /** What is typed, where the options are filtered here all the same. */
  onType?: (text: string) => void;
  loading?: boolean | undefined;
  /** Opens with the focus, not first with a press or a key. */
  openOnFocus?: boolean | undefined;
  /** Stays empty: what is chosen is added to something elsewhere. */
  clearOnSelect?: boolean | undefined;
}

export interface ComboboxProps<Value> extends Omit<FieldProps, 'end'>, Options<Value> {
  id?: string | undefined;
  autoFocus?: boolean | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
  onBlur?: (() => void) | undefined;
}

/**
 * One or several of many, found by typing: the kit's field around MUI's headless `useAutocomplete`, so that a form draws
 * it as quickly as a text field, and it looks like one.
 */
export const Combobox = <Value,>(props: ComboboxProps<Value>) => {
  const { multiple = false, chosen, loading = false } = props;
  const { getOptionLabel, getOptionKey = getOptionLabel, renderOption = getOptionLabel } = props;
  const { label, isLabelHidden, error, helperText, start, autoFocus, required, disabled = false } = props;
  const made = useId();
  const id = props.id ?? made;
  const combobox = useOptions(id, props);
  const { ref, onBlur, ...input } = combobox.getInputProps();
  const frame = { label, isLabelHidden, error, helperText, start };
  const chips = multiple ? chosen : [];
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
        end={<Buttons combobox={combobox} disabled={disabled} />}
      >
        {chips.map((option, index) => (
          <ChosenChip
            key={getOptionKey(option)}
            given={combobox.getItemProps({ index })}
            label={getOptionLabel(option)}
            disabled={disabled}
          />
        ))}
        <input
          placeholder=" "
          {...input}
          {...framed(id, frame)}
          {...{ autoFocus, required }}
          ref={useForkRef(ref, props.inputRef)}
          onBlur={event => {
            onBlur?.(event);
            props.onBlur?.();
          }}
        />
      </FieldFrame>
      <Found combobox={combobox} renderOption={renderOption} loading={loading} />
    </>
  );
};

/** So many are drawn at once; the others are found by typing. */
const OFFERED = 300;

const useOptions = <Value,>(
  id: string,
  {
    options,
    chosen,
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
    disabled = false,
  }: ComboboxProps<Value>,
) =>
  useAutocomplete<Value, boolean>({
    id,
    options,
    value: multiple ? [...chosen] : (chosen[0] ?? null),
    onChange: (_, next) => onChoose(Array.isArray(next) ? next : next === null ? [] : [next]),
    multiple,
    disableCloseOnSelect: multiple,
    filterSelectedOptions: multiple && onSearch !== undefined,
    getOptionLabel,
    getOptionKey,
    ...(getOptionDisabled && { getOptionDisabled }),
    filterOptions: onSearch ? all => all : (filterOptions ?? createFilterOptions<Value>({ limit: OFFERED })),
    openOnFocus,
    blurOnSelect: clearOnSelect,
    disabled,
    onInputChange: (_, text, reason) => {
      if (reason === 'input') onType?.(text);
      onSearch?.(reason === 'input' ? text.trim() : '');
    },
  });

interface ChosenChipProps {
  label: string;
  disabled: boolean;
  /** From the library, which finds the chip by it as the arrow keys move. */
  given: { key?: number; onDelete: (event: SyntheticEvent) => void };
}

const ChosenChip = ({ label, disabled, given: { key: _key, onDelete, ...item } }: ChosenChipProps) => (
  <Chip label={label} disabled={disabled} onDelete={onDelete} item={item} />
);

type Hook = UseAutocompleteReturnValue<unknown, boolean>;

interface ButtonsProps {
  combobox: Pick<Hook, 'popupOpen' | 'dirty' | 'getClearProps' | 'getPopupIndicatorProps'>;
  disabled: boolean;
}

const Buttons = ({ combobox, disabled }: ButtonsProps) => {
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
