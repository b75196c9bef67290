import { z } from 'zod';
import trees from './lists/categoryTrees.json' with { type: 'json' };
import { createRandom } from './random.ts';

/**
 * A category as nested in the data file. `takes` selects its goods: prefixes of article numbers, each with beginnings
 * of names; an empty list selects all goods of the department that no other category takes.
 */
const CategoryTree = z.strictObject({
  name: z.string(),
  takes: z.record(z.string(), z.array(z.string())).default({}),
  get children() {
    return z.array(CategoryTree).default([]);
  },
});
type CategoryTree = z.output<typeof CategoryTree>;

const categoryTrees = z.record(z.string(), z.array(CategoryTree)).parse(trees);

export interface DemoCategory {
  name: string;
  /** Ids do not exist until the rows are inserted, so indexes take their place. */
  index: number;
  parent: number | null;
  platform: string;
  position: number;
  rules: SelectionRule[];
}

interface SelectionRule {
  prefix: string;
  namePrefix: string;
}

/** All categories, parents before children, so that a parent's id is known when a child is inserted. */
export const buildDemoCategories = (): DemoCategory[] => {
  const categories: DemoCategory[] = [];
  const add = (platform: string, parent: number | null, nodes: readonly CategoryTree[]): void => {
    for (const { name, takes, children } of nodes) {
      const index = categories.length;
      categories.push({ name, index, parent, platform, position: index + 1, rules: parseRules(takes) });
      add(platform, index, children);
    }
  };
  for (const [platform, nodes] of Object.entries(categoryTrees)) add(platform, null, nodes);
  return categories;
};

const parseRules = (rules: CategoryTree['takes']): SelectionRule[] =>
  Object.entries(rules).flatMap(([prefix, beginnings]) =>
    (beginnings.length > 0 ? beginnings : ['']).map(namePrefix => ({ prefix, namePrefix })),
  );

interface DemoGood {
  name: string;
  code: string;
}

const SEED = 462;
/** Share of goods without a category, since real catalogues have some. */
const UNMAPPED_SHARE = 0.09;

export const mapToCategories = (
  categories: readonly DemoCategory[],
  goods: readonly DemoGood[],
): Map<string, number[]> => {
  const random = createRandom(SEED);
  return new Map(
    goods.map(({ name, code }) => [
      code,
      Object.keys(categoryTrees).flatMap(platform => {
        const best = findBestCategory(categories, platform, name, code.replace(/^M-/, '').slice(0, 3));
        return best && !random.chance(UNMAPPED_SHARE) ? [best.index] : [];
      }),
    ]),
  );
};

const findBestCategory = (categories: readonly DemoCategory[], platform: string, name: string, prefix: string) => {
  let best: DemoCategory | null = null;
  let length = -1;
  for (const category of categories) {
    if (category.platform !== platform) continue;
    for (const rule of category.rules) {
      if (rule.prefix !== prefix || rule.namePrefix.length <= length || !name.startsWith(rule.namePrefix)) continue;
      best = category;
      length = rule.namePrefix.length;
    }
  }
  return best;
};
