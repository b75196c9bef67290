import { expect, it } from 'vitest';
import { getKindTraits } from '#contract/fields.ts';
import { declaredResources, getCollection } from '#contract/records.ts';
import { compareEntities, rankEntities } from '#server/undo/entityOrder.ts';

it('[J693] a planted resource comes after all that it refers to, wherever it is declared', () => {
  const ranks = rankEntities(
    new Map([
      ['pallets', ['shelves', 'nomenclature']],
      ['nomenclature', ['settings/attribute']],
      ['shelves', ['halls']],
      ['halls', []],
    ]),
  );
  const sorted = ['pallets', 'shelves', 'nomenclature', 'halls', 'settings/attribute'].toSorted(
    (one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0),
  );
  expect(sorted.indexOf('pallets')).toBe(4);
  expect(sorted.indexOf('halls')).toBeLessThan(sorted.indexOf('shelves'));
  expect(sorted.indexOf('settings/attribute')).toBeLessThan(sorted.indexOf('nomenclature'));
});

it('[J693] resources that refer to each other are named', () => {
  const targets = new Map([
    ['halls', ['shelves']],
    ['shelves', ['halls']],
  ]);
  expect(() => rankEntities(targets)).toThrow('halls → shelves → halls');
});

it('[J693] every declared resource comes after those that it refers to', () => {
  const pairs = declaredResources.flatMap(name =>
    Object.values(getCollection(name).fields).flatMap(field => {
      const target = getKindTraits(field).target(field);
      // Pairs that both ends show come back with either.
      return target === null || field.kind === 'many' || field.kind === 'categories' ? [] : [[name, target] as const];
    }),
  );
  expect(pairs.length).toBeGreaterThan(4);
  expect(pairs.filter(([name, target]) => compareEntities(target, name) >= 0)).toEqual([]);
  expect(['nomenclature', 'catalog'].map(name => compareEntities('settings/attribute', name))).toEqual([-1, -1]);
  expect(compareEntities('nomenclature', 'matrices')).toBeLessThan(0);
});
