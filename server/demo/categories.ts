import { categoryTrees } from './categoryTrees.ts';
import { randomFrom } from './random.ts';

/** A category of a platform of the demonstration. */
export interface DemoCategory {
  name: string;
  /** Its number among all, and that of the one that it stands in. */
  at: number;
  parent: number | null;
  platform: keyof typeof categoryTrees;
  position: number;
  takes: Rule[];
}

interface Rule {
  prefix: string;
  /** Of names; none takes the whole department. */
  beginning: string;
}

/** All categories, parents before those nested in them. */
export const demoCategories = (): DemoCategory[] => {
  const categories: DemoCategory[] = [];
  for (const platform of Object.keys(categoryTrees) as (keyof typeof categoryTrees)[]) {
    const above: number[] = [];
    for (const line of categoryTrees[platform].trim().split('\n')) {
      const depth = line.search(/\S/) / 2;
      const [name = '', taken = ''] = line.trim().split(' = ');
      const parent = depth === 0 ? null : (above[depth - 1] ?? null);
      const at = categories.length;
      categories.push({ name, at, parent, platform, position: at + 1, takes: rulesIn(taken) });
      above[depth] = at;
    }
  }
  return categories;
};

const rulesIn = (text: string): Rule[] =>
  text.split('; ').flatMap(part => {
    const [, prefix = '', beginnings = ''] = /^(\w+) ?(.*)$/.exec(part) ?? [];
    return prefix ? beginnings.split(', ').map(beginning => ({ prefix, beginning })) : [];
  });

interface Good {
  name: string;
  /** `BAR-0001`, `M-BAR-001`. */
  code: string;
}

const SEED = 462;
/** What nobody has got round to, as in any catalogue. */
const UNMAPPED = 0.09;

/** The categories of each good, at most one a platform: the one whose rule says most of its name. */
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
