import SearchIcon from '@mui/icons-material/Search';
import useAutocomplete from '@mui/material/useAutocomplete';
import { type KeyboardEvent as KeyboardEventOf, type ReactNode, type Ref, useEffect, useId, useState } from 'react';
import { FieldFrame, getAria } from '../FieldFrame.tsx';
import { OptionList, OptionListStatus } from './OptionList.tsx';

interface SearchBoxProps<Hit> {
  label: string;
  placeholder: string;
  text: string;
  onTextChange: (text: string) => void;
  hits: readonly Hit[];
  getGroup: (hit: Hit) => string;
  getKey: (hit: Hit) => string;
  nameOf: (hit: Hit) => string;
  renderHit: (hit: Hit) => ReactNode;
  renderGroup: (group: string) => ReactNode;
  loading: boolean;
  /** Set when the hits failed to load. */
  onRetry?: (() => void) | undefined;
  onChoose: (hit: Hit) => void;
  onEnter: () => void;
  onLeave: () => void;
  isInList: boolean;
  /** Explains the hits if they do not match the typed text, for example because a typo was corrected. */
  note?: string | undefined;
  className?: string | undefined;
}

/**
 * A search with results in a dropdown. Choosing a result opens its page. The text stays, so that the user can quickly
 * open the next result.
 */
export const SearchBox = <Hit,>({
  label,
  placeholder,
  text,
  onTextChange,
  hits,
  loading,
  isInList,
  note,
  ...props
}: SearchBoxProps<Hit>) => {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const combobox = useAutocomplete<Hit, false, false, false>({
    id,
    options: hits,
    value: null,
    inputValue: text,
    open: isOpen && text.trim() !== '',
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    filterOptions: all => all,
    blurOnSelect: true,
    clearOnBlur: false,
    groupBy: props.getGroup,
    getOptionKey: props.getKey,
    getOptionLabel: props.nameOf,
    onInputChange: (_, next, reason) => reason !== 'reset' && onTextChange(next),
    onChange: (_, hit) => hit && props.onChoose(hit),
  });
  const { anchorEl } = combobox;
  const { renderGroup, onRetry, className } = props;
  useEffect(() => {
    // A synthetic key press, because the hook has no other way to highlight a result that is already shown.
    if (isInList) anchorEl?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
  }, [isInList, anchorEl]);
  const root = combobox.getRootProps();
  const onKeyDown = (event: KeyboardEventOf<HTMLDivElement>) => {
    root.onKeyDown?.(event);
    if (event.key === 'Escape') props.onLeave();
    // Choosing a highlighted result prevents the default; in an input method, Enter completes the word.
    if (event.key === 'Enter' && !event.defaultPrevented && !event.nativeEvent.isComposing) props.onEnter();
  };
  const frame = { label, isLabelHidden: true, start: <SearchIcon /> };
  return (
    <>
      <FieldFrame
        id={id}
        {...frame}
        box={{ ...root, onKeyDown, onBlur: props.onLeave, ref: combobox.setAnchorEl as unknown as Ref<HTMLDivElement> }}
      >
        <input {...combobox.getInputProps()} {...getAria(id, frame)} placeholder={placeholder} data-shortcut="/" />
      </FieldFrame>
      <OptionListStatus {...{ combobox, loading, onRetry, note }} />
      <OptionList {...{ combobox, loading, note, renderGroup, onRetry, className }} renderOption={props.renderHit} />
    </>
  );
};
