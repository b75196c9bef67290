import { useCallback } from 'react';
import { useCategoryTrees } from '#providers/cache/categories.ts';
import { CategoriesEditor } from '../list/CategoriesEditor.tsx';
import { CategoryNames } from '../list/CategoryNames.tsx';
import { CategoriesInput } from './CategoriesInput.tsx';
import { filteredView, type RenderValue } from './view.ts';

const useCategories = (): RenderValue => {
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
  FilterText: CategoryNames,
});
