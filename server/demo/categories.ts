import { z } from 'zod';
import trees from './lists/categoryTrees.json' with { type: 'json' };
import { randomFrom } from './random.ts';

/**
 * A category as the data file nests it. `takes` names the goods that are mapped to it: by the start of their article
 * number, beginnings of names; an empty list takes whatever of that department no other category takes.
 */
const Node = z.strictObject({
  name: z.string(),
  takes: z.record(z.string(), z.array(z.string())).default({}),
  get children() {
    return z.array(Node).default([]);
  },
});
type Node = z.output<typeof Node>;

/** The trees by platform. */
const categoryTrees = z.record(z.string(), z.array(Node)).parse(trees);

/** A category of a platform of the demonstration. */
export interface DemoCategory {
  name: string;
  /** Its index in the list of all categories, and that of its parent. */
  at: number;
  parent: number | null;
  platform: string;
  position: number;
  takes: Rule[];
}

interface Rule {
  prefix: string;
  /** Of names; the empty one takes the whole department. */
  beginning: string;
}

/** All categories; parents stand before their children. */
export const demoCategories = (): DemoCategory[] => {
  const categories: DemoCategory[] = [];
  const add = (platform: string, parent: number | null, nodes: readonly Node[]): void => {
    for (const { name, takes, children } of nodes) {
      const at = categories.length;
      categories.push({ name, at, parent, platform, position: at + 1, takes: rulesOf(takes) });
      add(platform, at, children);
    }
  };
  for (const [platform, nodes] of Object.entries(categoryTrees)) add(platform, null, nodes);
  return categories;
};

const rulesOf = (takes: Node['takes']): Rule[] =>
  Object.entries(takes).flatMap(([prefix, beginnings]) =>
    (beginnings.length > 0 ? beginnings : ['']).map(beginning => ({ prefix, beginning })),
  );

interface Good {
  name: string;
  /** `BAR-0001`, `M-BAR-001`. */
  code: string;
}

const SEED = 462;
/** The share that nobody has mapped yet, as in any real catalogue. */
const UNMAPPED = 0.09;

/** The categories of each good, at most one per platform: the one whose rule matches the longest part of its name. */
export const mappedTo = (categories: readonly DemoCategory[], goods: readonly Good[]): Map<string, number[]> => {
  const random = randomFrom(SEED);
  return new Map(
    goods.map(({ name, code }) => [
      code,
      Object.keys(categoryTrees).flatMap(platform => {
        const best = bestFor(categories, platform, name, code.replace(/^M-/, '').slice(0, 3));
        return best && !random.chance(UNMAPPED) ? [best.at] : [];
      }),
    ]),
  );
};

const bestFor = (categories: readonly DemoCategory[], platform: string, name: string, prefix: string) => {
  let best: DemoCategory | null = null;
  let length = -1;
  for (const category of categories) {
    if (category.platform !== platform) continue;
    for (const rule of category.takes) {
      if (rule.prefix !== prefix || rule.beginning.length <= length || !name.startsWith(rule.beginning)) continue;
      best = category;
      length = rule.beginning.length;
    }
  }
  return best;
};
