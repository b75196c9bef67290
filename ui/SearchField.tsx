import CloseIcon from '@mui/icons-material/Close';
import SearchIcon from '@mui/icons-material/Search';
import { useEffect, useState } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { IconButton } from './Button.tsx';
import styles from './SearchField.module.css';
import { TextField } from './TextField.tsx';

interface SearchFieldProps {
  /** Its name, and the placeholder: «Найти» where nothing else is said. */
  label?: string | undefined;
  value: string;
  /** Called with each key, without spaces at the ends; who hears it decides how long to wait for the next one. */
  onSearch: (search: string) => void;
  /** Another search is its page's, to which `/` leads. */
  isInner?: boolean;
  /** As wide as its place: above what it searches. */
  isWide?: boolean;
}

/** Finds by a part of a name; emptied by its cross or by Escape. */
export const SearchField = ({ label, value, onSearch, isInner, isWide }: SearchFieldProps) => {
  const t = useT();
  const name = label ?? t('shell.search');
  const [text, setText] = useState(value);
  useEffect(() => {
    // What is typed may end in a space, which is not searched for.
    setText(typed => (typed.trim() === value ? typed : value));
  }, [value]);
  const search = (next: string) => {
    setText(next);
    onSearch(next.trim());
  };
  return (
    <span className={styles['search']} data-wide={isWide}>
      <TextField
        label={name}
        isLabelHidden
        type="search"
        name="search"
        start={<SearchIcon />}
        placeholder={name}
        data-shortcut={isInner ? undefined : '/'}
        value={text}
        onChange={event => search(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Escape') search('');
          // Within an editor, Enter would save the record.
          if (event.key === 'Enter') event.preventDefault();
        }}
        end={
          text && (
            <IconButton className={styles['clear']} aria-label={t('shell.searchClear')} onClick={() => search('')}>
              <CloseIcon fontSize="inherit" />
            </IconButton>
          )
        }
      />
    </span>
  );
};
