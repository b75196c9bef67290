import CheckedIcon from '@mui/icons-material/CheckBox';
import UncheckedIcon from '@mui/icons-material/CheckBoxOutlineBlank';
import { useMemo } from 'react';
import type { PlatformTree } from '#providers/cache/categories.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Chip } from '#ui/Chip.tsx';
import { listAncestors, listPathNames, type TreeIndex } from '#ui/tree/nodes.ts';
import treeStyles from '#ui/tree/Tree.module.css';
import { TreeSearch } from '#ui/tree/TreeSearch.tsx';
import { TreeView } from '#ui/tree/TreeView.tsx';
import { type TreeState, useTree } from '#ui/tree/useTree.ts';
import styles from './CategoriesInput.module.css';

interface CategoryTreeProps {
  tree: PlatformTree;
  label: string;
  /** Ids across all platforms, because the form holds one value for all trees. */
  selectedIds: readonly number[];
  onToggle: (id: number) => void;
}

export const CategoryTree = ({ tree: { categories }, label, selectedIds, onToggle }: CategoryTreeProps) => {
  const t = useT();
  const tree = useTree(categories, index => selectedIds.flatMap(id => listAncestors(index, id)));
  const isChosen = useMemo(() => new Set(selectedIds), [selectedIds]);
  const countsWithin = useMemo(() => countWithin(tree.index, selectedIds), [tree.index, selectedIds]);
  return (
    <fieldset className={styles['platform']}>
      <legend>{label}</legend>
      <ChosenCategories tree={tree} ids={selectedIds.filter(id => tree.index.nodes.has(id))} onToggle={onToggle} />
      {categories.length === 0 ? (
        <p className={styles['hint']}>{t('shell.categories.none')}</p>
      ) : (
        <>
          <TreeSearch tree={tree} hint={t('shell.categories.hint')} />
          <TreeView
            tree={tree}
            label={`${t('shell.tabs.categories')}: ${label}`}
            onActivate={onToggle}
            isChecked={id => isChosen.has(id)}
            renderBefore={({ id }) => <CheckMark isChecked={isChosen.has(id)} />}
            renderAfter={({ id }) => {
              const count = countsWithin.get(id);
              return count && <span className={treeStyles['within']}>{t('shell.categories.within', { count })}</span>;
            }}
          />
        </>
      )}
    </fieldset>
  );
};

/** Only decorative. The row itself has the checked state for screen readers. */
const CheckMark = ({ isChecked }: { isChecked: boolean }) => (
  <span className={treeStyles['box']} aria-hidden>
    {isChecked ? <CheckedIcon fontSize="small" /> : <UncheckedIcon fontSize="small" />}
  </span>
);

interface ChosenCategoriesProps {
  tree: TreeState;
  ids: readonly number[];
  onToggle: (id: number) => void;
}

const ChosenCategories = ({ tree, ids, onToggle }: ChosenCategoriesProps) => {
  const t = useT();
  const { index } = tree;
  const pathLabel = (id: number) => [...listPathNames(index, id), index.nodes.get(id)?.name ?? ''].join(' › ');
  const showNode = (id: number) => {
    tree.setSearch('');
    tree.reveal(id);
  };
  return (
    <ul className={styles['chosen']} aria-label={t('shell.categories.chosen')}>
      {ids.length === 0 && <li className={styles['hint']}>{t('shell.categories.nothingChosen')}</li>}
      {ids.map(id => (
        <li key={id}>
          <Chip label={pathLabel(id)} onClick={() => showNode(id)} onDelete={() => onToggle(id)} />
        </li>
      ))}
    </ul>
  );
};

/** Collapsed branches show these numbers, because they hide the chosen categories below them. */
const countWithin = (index: TreeIndex, selectedIds: readonly number[]): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>();
  for (const id of selectedIds)
    for (const parent of listAncestors(index, id)) counts.set(parent, (counts.get(parent) ?? 0) + 1);
  return counts;
};
