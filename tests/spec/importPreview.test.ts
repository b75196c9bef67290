import { expect, it } from 'vitest';
import type { ImportPreview } from '#contract/importing.ts';
import { API_BASE } from '#contract/limits.ts';
import type { RoleSlug } from '#contract/roles.ts';
import { batchPace } from '#server/db/batchPace.ts';
import { products, runs } from '#server/db/schema.ts';
import { openTable } from '#server/table/openTable.ts';
import { defineAttributes } from '#tests/support/attributes.ts';
import { addBrand, faultsOf, formOf, goods, IMPORT, runFile } from '#tests/support/importing.ts';
import { letRole } from '#tests/support/permissions.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { csvOf, fileOf, workbookOf } from '#tests/support/tables.ts';

const header = ['Артикул', 'Название', 'Бренд', 'Вес, кг', 'Вкус', 'Полка'];

const rowsOf = async (file: Response): Promise<unknown[][]> => {
  const table = await openTable(fileOf(new Uint8Array(await file.arrayBuffer())), cells => cells.length);
  const rows: unknown[][] = [];
  for await (const group of table.rows()) rows.push(...group.map(({ cells }) => [...cells]));
  table.close();
  return rows;
};

describeOnBoth('§7 A table before it is imported', server => {
  const begin = async () => {
    await addBrand(server(), 'Росток');
    await addBrand(server(), 'Тёплый угол');
    await defineAttributes(server(), { code: 'taste', name: 'Вкус', kind: 'text' });
    const send = await server().as('admin');
    const make = async (body: object) => recordIn(await send('POST', '/products', body));
    await make({ name: 'Квас', sku: 'A-1', brand_id: 1, weight: 0.5, attributes: { taste: 'Хлебный' } });
    await make({ name: 'Морс', sku: 'A-2', brand_id: 1 });
    return csvOf([
      header,
      ['A-1', 'Квас светлый', 'Тёплый угол', '0,5', 'Медовый', '7'],
      ['A-2', 'Морс', 'Росток', '', '', ''],
      ['A-3', 'Айран', 'росток', '0,25', '', ''],
      ['A-4', 'Тан', 'Росток', 'много', '', ''],
      ['A-3', 'Айран ещё раз', '', '', '', ''],
    ]);
  };
  const preview = async (table: string, role: 'content_manager' | '1c_client' = 'content_manager') =>
    (await server().as(role))('POST', `${IMPORT}/preview`, formOf(['table', table]));

  it('[I23] the preview lists new, changed, unchanged and faulty rows with the result, and writes nothing', async () => {
    const table = await begin();
    const before = await server().db.select().from(products);
    const { status, result } = await preview(table);
    expect(status).toBe(200);
    const seen = result as ImportPreview;
    expect(seen.columns).toContainEqual({ header: 'Вкус', field: 'Вкус' });
    expect(seen.columns).toContainEqual({ header: 'Полка', field: null });
    expect(seen).toMatchObject({ rows: 5, counts: { new: 1, changed: 1, unchanged: 1, faulty: 2 } });
    expect(seen.fresh).toEqual([{ row: 4, values: ['A-3', 'Айран', 'Росток', '0,25', null] }]);
    expect(seen.changes).toMatchObject([
      {
        row: 2,
        id: 1,
        name: 'Квас',
        fields: [
          { label: 'Название', before: 'Квас', after: 'Квас светлый' },
          { label: 'Бренд', before: 'Росток', after: 'Тёплый угол' },
          { label: 'Вкус', before: 'Хлебный', after: 'Медовый' },
        ],
      },
    ]);
    expect(seen.faults).toMatchObject([
      { row: 5, column: 'Вес, кг', value: 'много' },
      { row: 6, column: 'Артикул', value: 'A-3' },
    ]);
    expect(await server().db.select().from(products)).toEqual(before);
    expect(await server().db.select().from(runs)).toEqual([]);
  });

  it('[I23] the import then does what the preview showed', async () => {
    const table = await begin();
    const { counts, faults } = (await preview(table)).result as ImportPreview;
    const run = await runFile(server(), table);
    expect(run.counts).toEqual(counts);
    expect(faultsOf(run)).toEqual(faults.map(({ row, column, value, text }) => [row, column, value, text]));
    expect((await preview(table)).result).toMatchObject({ counts: { new: 0, changed: 0, unchanged: 3, faulty: 2 } });
  });

  it.each([
    ['next to each other', 0],
    ['batches apart', 1],
  ])(
    '[I23] [B21] keys that change hands within a table, %s, are foretold and imported alike',
    async (_where, batches) => {
      const send = await server().as('admin');
      const codes = ['4600000000008', '4600000000015', '4600000000022', '4600000000039'];
      for (const [at, barcode] of codes.entries())
        await send('POST', '/products', { name: `Товар ${at}`, sku: `K-${at}`, barcode });
      const filler = goods(1, batches * batchPace[server().deps.databaseKind].rows);
      const table = csvOf([
        ['Штрихкод', 'Артикул', 'Название'],
        [codes[0] ?? '', 'K-9', 'Отдаёт артикул'],
        [codes[1] ?? '', '', 'Остаётся без артикула'],
        ['', '0077', 'Новый с нулями'],
        ...filler.map(([sku = '', name = '']) => ['', sku, name]),
        ['', '77', 'Новый без нулей'],
        [codes[2] ?? '', 'K-0', 'Берёт артикул'],
        ['', 'K-1', 'Новый с артикулом, который был у другого'],
      ]);
      const query = '?clear=1';
      const foretold = await send('POST', `${IMPORT}/preview${query}`, formOf(['table', table]));
      const { counts, faults } = foretold.result as ImportPreview;
      const run = await runFile(server(), table, 'товары.csv', { role: 'admin', query });
      const last = filler.length + 7;
      expect(faultsOf(run)).toEqual([
        [last - 1, 'Артикул', 'K-0', expect.stringContaining('у товара из строки 2.')],
        [last, undefined, undefined, 'Этот товар уже был в строке 3'],
      ]);
      expect(faultsOf(run)).toEqual(faults.map(({ row, column, value, text }) => [row, column, value, text]));
      expect(run.counts).toEqual(counts);
      expect(run.counts).toEqual({ new: filler.length + 2, changed: 2, unchanged: 0, faulty: 2 });
      const again = csvOf([
        ['Штрихкод', 'Артикул'],
        [codes[2] ?? '', 'K-0'],
      ]);
      expect((await runFile(server(), again)).counts).toMatchObject({ changed: 1, faulty: 0 });
    },
  );

  it('[I23] [I17] a preview is refused for the same reasons as an import, and to users who may not import', async () => {
    expect(await preview('Полка;Ряд\n1;2')).toMatchObject({
      status: 400,
      message: expect.stringContaining('Не нашлось строки'),
    });
    await letRole(server(), '1c_client', 'product-list.import-file');
    expect(await preview('Артикул;Цена, RUB\nA-1;5', '1c_client')).toMatchObject({
      status: 400,
      message: expect.stringContaining('нет доступа к столбцу'),
    });
    await letRole(server(), '1c_client', 'products.show-list');
    expect((await preview('Артикул\nA-1', '1c_client')).status).toBe(403);
  });

  it('[I24] skipped rows omit columns the user may not see, and keep characters that a database cannot store', async () => {
    const table = await workbookOf([
      ['Артикул', 'Цена, RUB', 'Вес, кг', 'Полка'],
      ['A-1', 599, 'много', 'верх_x0000_няя'],
    ]);
    const { id } = await runFile(server(), table, 'товары.xlsx');
    await letRole(server(), '1c_client', 'product-list.import-file');
    const headerFor = async (role: RoleSlug) => {
      const { access } = await server().signIn(role);
      const file = await server().app.request(`${API_BASE}${IMPORT}/runs/${id}/failed`, {
        headers: { Authorization: `Bearer ${access}` },
      });
      return (await rowsOf(file)).map(cells => cells.slice(0, -1));
    };
    expect(await headerFor('content_manager')).toEqual([
      ['Артикул', 'Цена, RUB', 'Вес, кг', 'Полка'],
      ['A-1', 599, 'много', 'верхняя'],
    ]);
    expect(await headerFor('1c_client')).toEqual([
      ['Артикул', 'Вес, кг', 'Полка'],
      ['A-1', 'много', 'верхняя'],
    ]);
  });

  it('[I24] skipped rows can be downloaded with their faults, corrected, and imported separately', async () => {
    const run = await runFile(server(), await begin());
    const { access } = await server().signIn('content_manager');
    const file = await server().app.request(`${API_BASE}${IMPORT}/runs/${run.id}/failed`, {
      headers: { Authorization: `Bearer ${access}` },
    });
    const rows = await rowsOf(file);
    expect(rows[0]).toEqual([...header, 'Что исправить']);
    expect(rows.slice(1).map(cells => [cells[0], cells[3] ?? null])).toEqual([
      ['A-4', 'много'],
      ['A-3', null],
    ]);
    expect(rows[1]?.at(-1)).toBe('Вес, кг: Нужно число, например 1 234,5');
    const corrected = rows
      .slice(0, 2)
      .map((cells, at) => cells.map(cell => (at === 1 && cell === 'много' ? '1,5' : String(cell ?? ''))));
    expect((await runFile(server(), csvOf(corrected))).counts).toEqual({ new: 1, changed: 0, unchanged: 0, faulty: 0 });
    const whole = await runFile(
      server(),
      csvOf([
        ['Артикул', 'Название'],
        ['A-9', 'Сок'],
      ]),
    );
    const send = await server().as('content_manager');
    expect((await send('GET', `${IMPORT}/runs/${whole.id}/failed`)).status).toBe(404);
  });
});
