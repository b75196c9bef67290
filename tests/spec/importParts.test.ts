import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import type { ImportPreview } from '#contract/importing.ts';
import { API_BASE } from '#contract/limits.ts';
import { categories, draftChanges, projects, referenceValues } from '#server/db/schema.ts';
import { defineAttributes } from '#tests/support/attributes.ts';
import { addBrand, faultsOf, formOf, IMPORT, runFile } from '#tests/support/importing.ts';
import { letRole } from '#tests/support/permissions.ts';
import { itemsIn } from '#tests/support/samples.ts';
import { describeOnBoth, describeOnEmbedded } from '#tests/support/server.ts';
import { addShops } from '#tests/support/synchronization.ts';
import { csvOf } from '#tests/support/tables.ts';

describeOnBoth('§1 Prices and categories in tables', server => {
  const product = async (sku: string) => {
    const [found] = itemsIn(await (await server().as('admin'))('GET', `/products?search=${sku}`));
    return found as unknown as { version: number; prices: object[]; categories: number[] };
  };
  const exported = async (): Promise<string> => {
    const { access } = await server().signIn('content_manager');
    const headers = { Authorization: `Bearer ${access}` };
    return (await server().app.request(`${API_BASE}/products/export?format=csv&sort=id`, { headers })).text();
  };

  it('[B4] they are previewed, imported, and unchanged by an export and import', async () => {
    await addShops(server());
    await server()
      .db.insert(categories)
      .values({ platform: 'web', parent_id: 1, name: 'Чай; «улун» > чёрный', position: 2 });
    const send = await server().as('admin');
    await send('POST', '/products', {
      name: 'Латте',
      sku: 'A-1',
      prices: [{ project_id: 1, amount: 100, currency: 'RUB' }],
      categories: [1, 3],
    });
    const table = csvOf([
      ['Артикул', 'Название', 'Цена (Сайт), RUB', 'prices.app', 'Категории (Сайт)'],
      ['A-1', '', '120,5', '99', 'напитки > кофе; "Напитки > ""Чай; «улун» > чёрный"""'],
      ['A-2', 'Раф', '', '150', 'Напитки'],
      ['A-3', 'Мокко', 'дорого', '', 'Напитки > Кисель'],
    ]);
    const seen = (await send('POST', `${IMPORT}/preview`, formOf(['table', table]))).result as ImportPreview;
    expect(seen.counts).toEqual({ new: 1, changed: 1, unchanged: 0, faulty: 1 });
    expect(seen.changes[0]?.fields).toEqual([
      { label: 'Цена (Сайт), RUB', before: '100', after: '120,5' },
      { label: 'Цена (Приложение), RUB', before: null, after: '99' },
      { label: 'Категории (Сайт)', before: 'Напитки', after: 'Напитки > Кофе; "Напитки > ""Чай; «улун» > чёрный"""' },
    ]);
    const run = await runFile(server(), table);
    expect(run.counts).toEqual(seen.counts);
    expect(faultsOf(run).map(([row, column, value]) => [row, column, value])).toEqual([
      [4, 'Цена (Сайт), RUB', 'дорого'],
      [4, 'Категории (Сайт)', 'Напитки > Кисель'],
    ]);
    expect(await product('A-1')).toMatchObject({
      version: 2,
      prices: [
        { project_id: 1, amount: 120.5 },
        { project_id: 2, amount: 99 },
      ],
      categories: [2, 3, 4],
    });
    expect(await product('A-2')).toMatchObject({
      version: 1,
      prices: [{ project_id: 2, amount: 150 }],
      categories: [1],
    });
    const drafted = await server().db.select().from(draftChanges);
    expect(drafted.map(({ field }) => field)).toEqual(expect.arrayContaining(['prices', 'categories']));
    const [header = [], first = []] = parse(await exported(), { delimiter: ';', bom: true }) as string[][];
    expect(first[header.indexOf('Категории (Приложение)')]).toBe('Всё');
    expect((await runFile(server(), await exported())).counts).toEqual({ new: 0, changed: 0, unchanged: 2, faulty: 0 });
  });

  it('[B4] projects whose names differ only in punctuation have separate columns', async () => {
    await server()
      .db.insert(projects)
      .values([
        { name: 'Сайт', code: 'site', platform: 'web' },
        { name: 'Сайт+', code: 'plus', platform: 'plus' },
      ]);
    const send = await server().as('admin');
    const prices = [
      { project_id: 1, amount: 100, currency: 'RUB' },
      { project_id: 2, amount: 200, currency: 'RUB' },
    ];
    await send('POST', '/products', { name: 'Латте', sku: 'A-1', prices });
    const table = (await exported()).replace('100', '120').replace('200', '230');
    expect(faultsOf(await runFile(server(), table))).toEqual([]);
    expect((await product('A-1')).prices).toMatchObject([{ amount: 120 }, { amount: 230 }]);
  });

  it('[B4] an ambiguous category path and a column without permission are refused', async () => {
    await addShops(server());
    await server().db.insert(categories).values({ platform: 'web', parent_id: 1, name: 'КОФЕ', position: 2 });
    const run = await runFile(
      server(),
      csvOf([
        ['Артикул', 'Название', 'Категории (Сайт)'],
        ['A-1', 'Латте', 'Напитки > Кофе'],
      ]),
    );
    expect(faultsOf(run)).toEqual([[2, 'Категории (Сайт)', 'Напитки > Кофе', expect.stringContaining('несколько')]]);
    await letRole(server(), '1c_client', 'product-list.import-file');
    const closed = await (await server().as('1c_client'))(
      'POST',
      IMPORT,
      formOf(['table', 'Артикул;prices.site\nA-1;5']),
    );
    expect([closed.status, closed.message]).toEqual([400, expect.stringContaining('нет доступа к столбцу')]);
  });

  it('[B5] missing reference values are previewed, and created on request if the user may', async () => {
    await addBrand(server(), 'Росток');
    const table = csvOf([
      ['Артикул', 'Название', 'Бренд'],
      ['A-1', 'Квас', 'росток'],
      ['A-2', 'Морс', 'Тёплый угол'],
      ['A-3', 'Сок', 'тёплый  УГОЛ'],
      ['A-4', 'Тан', '#N/A'],
    ]);
    const look = async (role: 'admin' | 'content_manager', query: string) =>
      (await server().as(role))('POST', `${IMPORT}/preview${query}`, formOf(['table', table]));
    const missing = [{ reference: 'Бренды', count: 1, names: ['Тёплый угол'] }];
    expect((await look('admin', '')).result).toMatchObject({
      counts: { new: 1, faulty: 3 },
      missing: { may_create: true, references: missing },
    });
    const seen = (await look('admin', '?create=1')).result as ImportPreview;
    expect(seen.counts).toEqual({ new: 3, changed: 0, unchanged: 0, faulty: 1 });
    expect(seen.fresh[1]?.values).toEqual(['A-2', 'Морс', 'Тёплый угол']);
    expect((await server().db.select().from(referenceValues)).length).toBe(1);
    await letRole(server(), '1c_client', 'product-list.import-file');
    const refused = await (await server().as('1c_client'))('POST', `${IMPORT}?create=1`, formOf(['table', table]));
    expect([refused.status, refused.message]).toEqual([403, expect.stringContaining('справочники')]);
    const run = await runFile(server(), table, 'товары.csv', { role: 'admin', query: '?create=1' });
    expect(run.counts).toEqual(seen.counts);
    expect(run.log).toContainEqual(expect.objectContaining({ text: 'Добавлено в справочник', value: 'Тёплый угол' }));
    const made = await server().db.select().from(referenceValues).orderBy(referenceValues.id);
    expect(made.map(({ name }) => name)).toEqual(['Росток', 'Тёплый угол']);
  });
});

describeOnEmbedded('§1 Empty cells', server => {
  it('[B6] they leave the field unchanged, or clear it on request', async () => {
    await addShops(server());
    await addBrand(server(), 'Росток');
    await defineAttributes(
      server(),
      { code: 'taste', name: 'Вкус', kind: 'text' },
      { code: 'hot', name: 'Горячее', kind: 'flag' },
    );
    const send = await server().as('admin');
    const made = {
      name: 'Квас',
      sku: 'A-1',
      barcode: '4600000000008',
      brand_id: 1,
      weight: 0.5,
      by_weight: true,
      status: 'active',
      prices: [{ project_id: 1, amount: 100, currency: 'RUB' }],
      categories: [1],
      attributes: { taste: 'Хлебный', hot: true },
    };
    await send('POST', '/products', made);
    const header = [
      'Артикул',
      'Штрихкод',
      'Название',
      'Бренд',
      'Вес, кг',
      'Весовой',
      'Статус',
      'prices.site',
      'categories.web',
      'Вкус',
      'Горячее',
    ];
    const blank = csvOf([header, ['A-1', '', 'Квас', ...header.slice(3).map(() => '')]]);
    expect((await runFile(server(), blank)).counts).toMatchObject({ unchanged: 1 });
    const look = await send('POST', `${IMPORT}/preview?clear=1`, formOf(['table', blank]));
    expect((look.result as ImportPreview).changes[0]?.fields.map(({ label, after }) => [label, after])).toEqual([
      ['Штрихкод', null],
      ['Бренд', null],
      ['Вес, кг', null],
      ['Весовой', 'нет'],
      ['Цена (Сайт), RUB', null],
      ['Категории (Сайт)', null],
      ['Вкус', null],
      ['Горячее', null],
    ]);
    expect((await runFile(server(), blank, 'т.csv', { query: '?clear=1' })).counts).toMatchObject({ changed: 1 });
    const [left] = itemsIn(await send('GET', '/products'));
    expect(left).toMatchObject({
      name: 'Квас',
      barcode: null,
      brand_id: null,
      weight: null,
      by_weight: false,
      status: 'active',
      prices: [],
      categories: [],
      attributes: {},
    });
    const nameless = await runFile(
      server(),
      csvOf([
        ['Артикул', 'Название'],
        ['A-1', ''],
      ]),
      'т.csv',
      { query: '?clear=1' },
    );
    expect(faultsOf(nameless)).toEqual([[2, 'Название', '', 'Это поле нельзя оставить пустым']]);
  });
});
