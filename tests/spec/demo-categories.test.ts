import { describe, expect, it } from 'vitest';
import { buildDemoCategories, mapToCategories } from '#server/demo/categories.ts';
import { generateDemoData } from '#server/demo/data.ts';

const categories = buildDemoCategories();
const { products, models, projects } = generateDemoData();
const goods = [...models, ...products.map(({ name, sku }) => ({ name, code: sku }))];
const depthOf = (at: number): number => {
  const parent = categories[at]?.parent ?? null;
  return parent === null ? 1 : 1 + depthOf(parent);
};

describe('Demonstration data: the categories', () => {
  it('[D9] each platform has a tree of 60 to 150 categories in several levels, no two siblings alike', () => {
    for (const { platform } of projects) {
      const own = categories.filter(category => category.platform === platform);
      expect([platform, own.length >= 60 && own.length <= 150]).toEqual([platform, true]);
      expect(Math.max(...own.map(({ index }) => depthOf(index)))).toBeGreaterThanOrEqual(3);
      const places = own.map(({ parent, name }) => `${parent} ${name}`);
      expect(new Set(places).size).toBe(places.length);
    }
  });

  it('[D9] most products are mapped, some are not, and a category takes what its rule names', () => {
    const mapped = mapToCategories(categories, goods);
    const share = goods.filter(({ code }) => mapped.get(code)?.length).length / goods.length;
    expect(share).toBeGreaterThan(0.75);
    expect(share).toBeLessThan(0.97);
    const ofLatte = mapped.get(models.find(({ name }) => name === 'Латте')?.code ?? '') ?? [];
    expect(ofLatte.map(at => categories[at]?.name)).toEqual(['Латте']);
    const unused = categories.filter(
      ({ index, rules }) => rules.length > 0 && ![...mapped.values()].flat().includes(index),
    );
    expect(unused.map(({ name }) => name)).toEqual([]);
  });

  it('[D3] the same goods are mapped alike each time', () => {
    expect(mapToCategories(categories, goods)).toEqual(mapToCategories(buildDemoCategories(), goods));
  });
});
