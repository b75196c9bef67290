import CloseIcon from '@mui/icons-material/Close';
import SearchIcon from '@mui/icons-material/Search';
import { useEffect, useRef, useState } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { IconButton } from './Button.tsx';
import styles from './SearchField.module.css';
import { TextField } from './TextField.tsx';

interface SearchFieldProps {
  label?: string | undefined;
  value: string;
  /** Called with the trimmed text on every keystroke. Not debounced, because only some callers send requests. */
  onSearch: (search: string) => void;
  isInner?: boolean;
  isWide?: boolean;
}

export const SearchField = ({ label, value, onSearch, isInner, isWide }: SearchFieldProps) => {
  const t = useT();
  const name = label ?? t('shell.search');
  const [text, setText] = useState(value);
  const field = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  useEffect(() => {
    // Compares trimmed texts, because `value` lacks the trailing spaces that must stay while typing.
    setText(typedText => (typedText.trim() === value ? typedText : value));
  }, [value]);
  const search = (next: string) => {
    setText(next);
    onSearch(next.trim());
  };
  const clear = () => {
    search('');
    field.current?.focus();
  };
  return (
    <span className={styles['search']} data-wide={isWide}>
      <TextField
        label={name}
        isLabelHidden
        type="search"
        name="search"
        inputRef={field}
        start={<SearchIcon />}
        placeholder={name}
        data-shortcut={isInner ? undefined : '/'}
        value={text}
        onChange={event => search(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Escape' && text) {
            // Escape clears first, and closes a dialog around the field only then.
            event.stopPropagation();
            search('');
          }
          // Inside an editor, Enter would submit the record's form.
          if (event.key === 'Enter') event.preventDefault();
        }}
        end={
          text && (
            <IconButton className={styles['clear']} aria-label={t('shell.searchClear')} onClick={clear}>
              <CloseIcon fontSize="inherit" />
            </IconButton>
          )
        }
      />
    </span>
  );
};
