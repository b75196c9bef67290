import { useCallback } from 'react';
import { useCategoryTrees } from '#providers/cache/categories.ts';
import { CategoriesEditor } from '../list/CategoriesEditor.tsx';
import { CategoryWords } from '../list/CategoryWords.tsx';
import { CategoriesInput } from './CategoriesInput.tsx';
import { type DrawValue, filteredView } from './view.ts';

const useCategories = (): DrawValue => {
  const { pathOf } = useCategoryTrees();
  return useCallback(
    value =>
      [value]
        .flat()
        .map(id => pathOf(Number(id))?.at(-1) ?? '…')
        .join('; '),
    [pathOf],
  );
};

export const categories = filteredView('categories', {
  Input: CategoriesInput,
  useCell: useCategories,
  width: () => 260,
  isWide: () => true,
  isCounted: true,
  Filter: CategoriesEditor,
  FilterText: CategoryWords,
});
