import CloseIcon from '@mui/icons-material/Close';
import SearchIcon from '@mui/icons-material/Search';
import { useEffect, useState } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import styles from './FilterBar.module.css';

/** The search of a list; who hears what is typed decides how long to wait for the next key. */
export const SearchField = ({ value, onSearch }: { value: string; onSearch: (search: string) => void }) => {
  const t = useT();
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
    <span className={styles['search']}>
      <SearchIcon />
      <input
        type="search"
        name="search"
        value={text}
        placeholder={t('shell.search')}
        aria-label={t('shell.search')}
        data-shortcut="/"
        onChange={event => search(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Escape') search('');
          // Within an editor, Enter would save the record.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      {text && (
        <button type="button" aria-label={t('shell.searchClear')} onClick={() => search('')}>
          <CloseIcon />
        </button>
      )}
    </span>
  );
};
