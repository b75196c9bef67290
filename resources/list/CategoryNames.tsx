import { getNoneParameterName } from '#contract/filters.ts';
import { type PlatformTree, useCategoryTrees } from '#providers/cache/categories.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import type { FilterValues } from '../fields/view.ts';

export interface CategoriesFilter {
  name: string;
  values: FilterValues;
}

export const CategoryNames = ({ name, values }: CategoriesFilter) => {
  const t = useT();
  const { trees, wordsOf } = useCategoryNames();
  const platformNames = toArray(values[getNoneParameterName(name)]).map(platform => {
    const tree = trees.find(platformTree => platformTree.platform === platform);
    return t('shell.categories.without', { platform: tree ? formatPlatformTitle(tree) : String(platform) });
  });
  return [...toArray(values[name]).map(id => wordsOf(Number(id))), ...platformNames].join(', ');
};

export const useCategoryNames = () => {
  const { trees, ids, getPath } = useCategoryTrees();
  return { trees, ids, wordsOf: (id: number) => getPath(id)?.join(' › ') ?? `№ ${id}` };
};

export const formatPlatformTitle = ({ projects }: PlatformTree): string =>
  projects.map(project => project.name).join(', ');

/** The query parser returns an array only for a parameter that occurs more than once. */
export const toArray = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());
