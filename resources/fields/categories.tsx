import { useCallback } from 'react';
import { useCategoryTrees } from '#providers/cache/categories.ts';
import { lazyScreen } from '#ui/lazyScreen.tsx';
import { CategoryWords } from '../list/CategoryWords.tsx';
import { type DrawValue, filteredView } from './view.ts';

/** The trees are loaded with their code when a form first shows them. */
const CategoriesInput = lazyScreen(() => import('./CategoriesInput.tsx').then(module => module.CategoriesInput));
const CategoriesFilter = lazyScreen(
  () => import('../list/CategoriesEditor.tsx').then(module => module.CategoriesEditor),
  { isSmall: true },
);

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
  Filter: CategoriesFilter,
  FilterText: CategoryWords,
});
