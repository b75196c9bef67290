import { useT } from '#providers/locale/i18nProvider.ts';
import { SearchField } from '../SearchField.tsx';
import styles from './Tree.module.css';
import type { TreeState } from './useTree.ts';

interface TreeSearchProps {
  tree: TreeState;
  hint: string;
  isPageSearch?: boolean;
}

export const TreeSearch = ({ tree, hint, isPageSearch }: TreeSearchProps) => {
  const t = useT();
  const foundText = t('shell.categories.found', { smart_count: tree.rows.length });
  return (
    <>
      <SearchField
        label={t('shell.categories.search')}
        value={tree.search}
        onSearch={tree.setSearch}
        isInner={!isPageSearch}
        isWide
      />
      <p className={styles['hint']} role="status" data-keys={!tree.isSearching || undefined}>
        {tree.isSearching ? (tree.rows.length > 0 ? foundText : t('shell.nothingFound')) : hint}
      </p>
    </>
  );
};
