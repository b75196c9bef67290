import fc from 'fast-check';
import { type DataValidation, readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import type { Field } from '#contract/fields.ts';
import * as kinds from '#contract/kinds.ts';
import { API_BASE } from '#contract/limits.ts';
import type { RoleSlug } from '#contract/roles.ts';
import { products, referenceValues } from '#server/db/schema.ts';
import { joinValues, splitValues } from '#server/table/multiValue.ts';
import { addReference, defineAttributes } from '#tests/support/attributes.ts';
import { addBrand, addUnit, faultsOf, IMPORT, runFile } from '#tests/support/importing.ts';
import { letRole } from '#tests/support/permissions.ts';
import { describeOnEmbedded } from '#tests/support/server.ts';
import { exampleRow } from '#tests/support/templates.ts';

describeOnEmbedded('§1 The template of an import', server => {
  const template = async (query = '', role: RoleSlug = 'content_manager') => {
    const { access } = await server().signIn(role);
    const headers = { Authorization: `Bearer ${access}` };
    const answer = await server().app.request(`${API_BASE}${IMPORT}/template${query}`, { headers });
    expect(answer.status).toBe(200);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const { sheets } = await readXlsx(bytes, { readStyles: true });
    const [table, lists] = sheets;
    const header = (table?.rows[0] ?? []) as string[];
    const rulesOf = (name: string): DataValidation | undefined =>
      table?.dataValidations?.find(({ range }) =>
        range.startsWith(`${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[header.indexOf(name)]}2:`),
      );
    /** What a rule offers: its own words, or those of the sheet that it points to. */
    const offeredIn = (name: string) => {
      const rule = rulesOf(name);
      const [, letter = '', length] = /^'.+'!\$([A-Z])\$1:\$[A-Z]\$(\d+)$/.exec(rule?.formula1 ?? '') ?? [];
      const words = lists?.rows.map(row => row['ABCDEFGHIJKLMNOPQRSTUVWXYZ'.indexOf(letter)]) ?? [];
      return length ? words.slice(0, Number(length)) : rule?.values;
    };
    return { bytes, header, table, lists, rulesOf, offeredIn };
  };

  it('[B1] the template has the columns that the user may write, or those of their list plus the required ones', async () => {
    await letRole(server(), '1c_client', 'product-list.import-file');
    expect((await template()).header).toContain('Цена, RUB');
    expect((await template('', '1c_client')).header).not.toContain('Цена, RUB');
    const chosen = await template('?columns=picture&columns=weight&columns=price&columns=model_ids');
    expect(chosen.header).toEqual(['Название', 'Артикул', 'Штрихкод', 'Вес, кг', 'Цена, RUB']);
    expect((await template('?columns=price', '1c_client')).header).toEqual(['Название', 'Артикул', 'Штрихкод']);
  });

  it('[B2] [I19] cells have types and choices, and the example row can be imported', async () => {
    for (let at = 0; at < 60; at += 1) await addBrand(server(), `Бренд с названием, ${String(at).padStart(2, '0')}`);
    await server().db.insert(referenceValues).values({ reference: 'brand', name: 'Прежний', archived: true });
    await addUnit(server());
    await addReference(server(), 'test_allergen', 'Соль, перец', 'Молоко');
    await defineAttributes(
      server(),
      { code: 'allergens', name: 'Аллергены', kind: 'references', reference: 'test_allergen' },
      { code: 'until', name: 'Годен до', kind: 'date' },
    );
    const { bytes, table, lists, rulesOf, offeredIn } = await template();
    expect(offeredIn('Бренд')).toHaveLength(60);
    expect(offeredIn('Бренд')).toContain('Бренд с названием, 07');
    expect(offeredIn('Статус')).toEqual(['Черновик', 'Активен', 'В архиве']);
    expect(offeredIn('Весовой')).toEqual(['да', 'нет']);
    expect(offeredIn('Аллергены')).toEqual(['"Соль, перец"', 'Молоко']);
    expect([rulesOf('Бренд')?.showErrorMessage, rulesOf('Аллергены')?.showErrorMessage]).toEqual([true, undefined]);
    expect(['Название', 'Вес, кг', 'Годен до'].map(name => rulesOf(name)?.type)).toEqual([
      'textLength',
      'decimal',
      'date',
    ]);
    expect(lists?.hidden).toBe(true);
    const barcode = table?.rows[0]?.indexOf('Штрихкод');
    expect(table?.cells?.get(`2,${barcode}`)?.style?.numFmt).toBe('@');
    const run = await runFile(server(), bytes, 'nomenclature.xlsx');
    expect([faultsOf(run), run.log.map(({ level }) => level), run.counts.new]).toEqual([
      [],
      ['info', 'info', 'info'],
      1,
    ]);
    const [product] = await server().db.select().from(products);
    expect(product).toMatchObject({ name: 'Пример', brand_id: 1, on_sale_from: '2026-12-31' });
  });
});

describe('§1 The example row of a template', () => {
  const formats = [undefined, 'code', 'slug', 'email', 'url', 'folder'] as const;
  const bounds = fc.tuple(fc.integer({ min: -9999, max: 9999 }), fc.nat({ max: 9999 }), fc.nat({ max: 3 }));
  const numbers = bounds.map(([least, width, decimals]) => {
    const step = 10 ** decimals;
    return kinds.number({ min: least / step, max: (least + width) / step, decimals });
  });
  const lengths = fc.integer({ min: 1, max: 300 });
  const words = fc.constantFrom(['draft', 'active'] as const, ['active'] as const, ['blocked', 'active'] as const);
  const fields: fc.Arbitrary<Field> = fc.oneof(
    numbers,
    lengths.map(max => kinds.text({ max })),
    fc.constantFrom(...formats).map(format => kinds.text({ required: true, ...(format && { format }) })),
    lengths.map(max => kinds.longText({ max })),
    words.map(of => kinds.status(of)),
  );

  it('[B330] is imported without a fault, whatever the options of its fields', async () => {
    await fc.assert(
      fc.asyncProperty(fields, async field => {
        const batch = await exampleRow(field, [], {});
        expect(batch?.faults).toEqual([]);
        expect(batch?.rows[0]?.values['own']).toBeDefined();
      }),
      { numRuns: 100 },
    );
  });
});

describe('§1 Several values in a cell', () => {
  it('[B3] values survive a round trip whatever they contain, and users may separate them by commas', () => {
    const given = [
      ['a'],
      ['a, b'],
      ['a, b', 'c'],
      ['x;y', '"q"', '"a"; b'],
      ['Напиток "Байкал"', 'c'],
      ['a";"b'],
      ['"'],
    ];
    for (const values of given) expect(splitValues(joinValues(values) ?? '')).toEqual(values);
    expect(joinValues([])).toBeNull();
    expect(splitValues('молоко, соя')).toEqual(['молоко', 'соя']);
    expect(splitValues(' ; "Байкал" тоник; кола;')).toEqual(['"Байкал" тоник', 'кола']);
  });
});
