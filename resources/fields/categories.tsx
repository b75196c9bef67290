import { useCallback, useMemo } from 'react';
import { flattenTree } from '#contract/categories.ts';
import type { Field } from '#contract/fields.ts';
import { useCategoryTrees } from '#providers/cache/categories.ts';
import { CategoriesEditor } from '../list/CategoriesEditor.tsx';
import { CategoryNames, formatPlatformTitle } from '../list/CategoryNames.tsx';
import { CategoriesInput } from './CategoriesInput.tsx';
import { defineFilteredView, type ItemPart, type ItemParts, type RenderValue } from './view.ts';

const useCategoriesRenderer = (): RenderValue => {
  const { getPath } = useCategoryTrees();
  return useCallback(
    value =>
      [value]
        .flat()
        .map(id => getPath(Number(id))?.at(-1) ?? '…')
        .join('; '),
    [getPath],
  );
};

/** One part per platform, because the same edit rarely suits two trees. */
const usePlatformParts = (field: Field<'categories'>): ItemParts<'categories'> => {
  const { trees, isLoading, error, reload } = useCategoryTrees();
  const itemParts = useMemo(
    (): readonly ItemPart<'categories'>[] =>
      trees.map(tree => {
        const ids = new Set<unknown>(flattenTree([...tree.categories]).map(({ id }) => id));
        const { platform } = tree;
        return {
          within: platform,
          label: formatPlatformTitle(tree),
          field: { ...field, platform },
          of: value => [value ?? []].flat().filter(id => ids.has(id)),
        };
      }),
    [trees, field],
  );
  // A failed refetch is ignored while earlier trees are in the cache.
  const failure = error && trees.length === 0 ? { error, retry: reload } : null;
  return { itemParts: isLoading || failure ? null : itemParts, failure };
};

export const categories = defineFilteredView('categories', {
  Input: CategoriesInput,
  useCell: useCategoriesRenderer,
  width: () => 260,
  isWide: () => true,
  isCounted: true,
  useParts: usePlatformParts,
  Filter: CategoriesEditor,
  FilterText: CategoryNames,
});
