import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Field, getKindTraits, type Kind } from '#contract/fields.ts';
import * as kinds from '#contract/kinds.ts';
import { getStoredKind } from '#server/records/getStoredKind.ts';
import { parseCell } from '#server/table/cells.ts';
import { toExportCell } from '#server/table/exportCells.ts';
import { categoryLookupKey, foldName, foldPath } from '#server/table/parseResult.ts';
import { exampleRow } from '#tests/support/templates.ts';

const languages = [
  { code: 'ru', name: 'Русский', archived: false },
  { code: 'en', name: 'English', archived: false },
];

/** A field of each kind. */
const fields: { readonly [K in Kind]: Field<K> } = {
  attributes: kinds.attributes('products'),
  barcode: kinds.barcode(),
  byCode: kinds.byCode('settings/reference'),
  categories: { ...kinds.categories(), platform: 'web' },
  choice: kinds.choice(['http', 'folder']),
  date: kinds.date(),
  flag: kinds.flag(),
  localized: kinds.localized('text', languages),
  longText: kinds.longText(),
  many: kinds.many('catalog'),
  moment: kinds.moment(),
  money: kinds.money(),
  number: kinds.number({ decimals: 3, max: 100 }),
  one: kinds.one('catalog'),
  password: kinds.password(),
  permissions: kinds.permissions(),
  person: kinds.person(),
  picture: kinds.picture('product.show-images'),
  place: kinds.place(),
  prices: kinds.prices('settings/project', 'price'),
  reference: kinds.reference('brand'),
  references: kinds.references('list'),
  sharing: kinds.sharing(),
  status: kinds.status(['draft', 'active']),
  text: kinds.text(),
};

const ids = [11, 12, 13];
const names = new Map([
  [11, 'Соль, перец'],
  [12, '"Чили"; острый'],
  [13, '007'],
]);
const byName = new Map([...names].map(([id, name]) => [foldName(name), id]));
const byPath = new Map([...names].map(([id, name]) => [foldPath([name]), id]));
const lookups = { brand: byName, list: byName, [categoryLookupKey('web')]: byPath };
const nameOf = (_: Field, id: number): string =>
  id === 12 && _.kind === 'categories' ? '"""Чили""; острый"' : (names.get(id) ?? '');

describe.each(Object.values(fields).map(field => [field.kind, field] as const))('A field of kind %s', (_, field) => {
  const sample = fc
    .nat({ max: 500 })
    .map(n => getKindTraits(field).sample(field, n, { ids, codes: ['code-1', 'code-2'] }));

  it('[H27] accepts its own samples, and its initial value is empty or valid', () => {
    fc.assert(fc.property(sample, value => field.schema.safeParse(value).success));
    const initial = getKindTraits(field).initial(field);
    if (initial !== undefined) expect(field.schema.safeParse(initial).success || initial === null).toBe(true);
  });

  it('[H27] survives JSON unchanged, and merges with another user’s unchanged value', () => {
    const { isEqual, change, mergePatch, join } = getKindTraits(field);
    fc.assert(
      fc.property(sample, sample, (base, mine) => {
        const stored: unknown = JSON.parse(JSON.stringify(mine ?? null));
        expect(isEqual(mine ?? null, stored)).toBe(true);
        expect(change(base, base)).toBeUndefined();
        expect(
          isEqual(mergePatch(base, change(base, mine) ?? base), change(base, mine) === undefined ? base : mine),
        ).toBe(true);
        const joined = join(base, base, mine);
        if (joined !== undefined) expect(isEqual(joined, mine)).toBe(true);
      }),
    );
  });

  it('[H27] [X56] an exported cell is imported unchanged', () => {
    const { parse, write } = getStoredKind(field);
    if (!parse || !write) return;
    fc.assert(
      fc.property(sample, value => {
        const cell = toExportCell(value, field, nameOf);
        if (cell === null) return;
        const parsed = parseCell(cell, field, lookups);
        expect(
          'value' in parsed &&
            getKindTraits(field).isEqual(field.schema.parse(parsed.value), field.schema.parse(value)),
        ).toBe(true);
      }),
    );
  });

  it('[H27] [R73] accepts the example of the import’s template', () => {
    const { parse, example } = getStoredKind(field);
    const shown = example(field);
    if (!parse || shown === null) return;
    const cell = shown instanceof Date ? { day: shown.toISOString().slice(0, 10) } : shown;
    const parsed = parseCell(cell, field, lookups);
    expect('value' in parsed && field.schema.safeParse(parsed.value).success).toBe(true);
  });

  it('[B330] is imported without a fault from the example row of a template', async () => {
    if (!getStoredKind(field).parse) return;
    const batch = await exampleRow(field, ['Соль, перец'], lookups);
    expect([batch?.faults, batch?.rows.length]).toEqual([[], 1]);
  });
});
