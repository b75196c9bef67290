import SearchIcon from '@mui/icons-material/Search';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useT } from '#providers/i18nProvider.ts';
import styles from './Tree.module.css';
import type { TreeState } from './useTree.ts';

interface TreeSearchProps {
  tree: TreeState;
  /** What stands below the field while nothing is searched for. */
  hint: string;
  /** It is the search of its page, and `/` leads to it. */
  isPageSearch?: boolean;
}

/** Finds nodes of a tree by a part of their names. */
export const TreeSearch = ({ tree, hint, isPageSearch }: TreeSearchProps) => {
  const t = useT();
  const found = t('shell.categories.found', { smart_count: tree.rows.length });
  return (
    <>
      <TextField
        size="small"
        type="search"
        placeholder={t('shell.categories.search')}
        value={tree.search}
        onChange={event => tree.setSearch(event.target.value)}
        onKeyDown={event => {
          // Enter would save the form, Escape would only empty the field.
          if (event.key === 'Enter') event.preventDefault();
        }}
        slotProps={{
          htmlInput: { 'aria-label': t('shell.categories.search'), 'data-shortcut': isPageSearch ? '/' : undefined },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <SearchIcon fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      <p className={styles['hint']} role="status" data-keys={!tree.isSearching || undefined}>
        {tree.isSearching ? (tree.rows.length > 0 ? found : t('shell.nothingFound')) : hint}
      </p>
    </>
  );
};
