import { count, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { products } from '#server/db/schema.ts';
import { addBrand, addUnit, faultsOf, goods, header, runFile } from '#tests/support/importing.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { csvOf, workbookOf } from '#tests/support/tables.ts';

describeOnBoth('§1 Import of nomenclature', server => {
  it('[F11] [I2] [I18] a content manager imports a workbook: every kind of field, columns in any order', async () => {
    const brand = await addBrand(server(), 'Зелёный луг', 'ZL');
    const unit = await addUnit(server());
    const run = await runFile(
      server(),
      await workbookOf([
        [
          'Штрихкод',
          'Статус',
          'name',
          'Бренд',
          'Ед. изм.',
          'Вес, кг',
          'Цена',
          'Весовой',
          'В продаже с',
          'Описание',
          'Артикул',
        ],
        [
          '4600000000008',
          'Активен',
          'Сыр «Ёлка»',
          'ЗЕЛЕНЫЙ ЛУГ',
          'шт',
          '0,25',
          '1 234,50 ₽',
          'да',
          new Date('2026-03-08'),
          'Твёрдый',
          'A-1',
        ],
        ['4600000000015', 'draft', 'Чай', 'zl', '796', 0.1, 99, false, '01.04.2026', null, null],
      ]),
      'Прайс.xlsx',
    );
    expect(run).toMatchObject({ status: 'finished', progress: 100, file_name: 'Прайс.xlsx' });
    expect(run.counts).toEqual({ new: 2, changed: 0, unchanged: 0, faulty: 0 });
    const [cheese, tea] = await server().db.select().from(products).orderBy(products.id);
    expect(cheese).toMatchObject({
      barcode: '4600000000008',
      sku: 'A-1',
      name: 'Сыр «Ёлка»',
      status: 'active',
      brand_id: brand,
      unit_id: unit,
      weight: 0.25,
      price: 1234.5,
      by_weight: true,
      on_sale_from: '2026-03-08',
      description: 'Твёрдый',
      version: 1,
    });
    expect(tea).toMatchObject({ sku: null, status: 'draft', brand_id: brand, by_weight: false, description: null });
  });

  it('[I3] [I4] rows are matched by barcode, else by sku; new, changed and unchanged are counted', async () => {
    await server()
      .db.insert(products)
      .values([
        { name: 'Чай', barcode: '4600000000008', sku: 'A-1', price: 10, description: 'Остаётся' },
        { name: 'Кофе', sku: 'A-2', price: 20 },
        { name: 'Сыр', sku: 'A-3', price: 30 },
      ]);
    const run = await runFile(
      server(),
      csvOf([
        ['Штрихкод', 'Артикул', 'Название', 'Цена'],
        ['4600000000008', '', 'Чай зелёный', ''],
        ['', 'A-2', 'Кофе', '20,00'],
        ['4600000000015', 'A-3', 'Сыр', '31'],
        ['4600000000022', 'A-4', 'Масло', '40'],
      ]),
    );
    expect(run.counts).toEqual({ new: 1, changed: 2, unchanged: 1, faulty: 0 });
    const rows = await server().db.select().from(products).orderBy(products.id);
    expect(rows.map(({ name, barcode, sku, price, version }) => [name, barcode, sku, price, version])).toEqual([
      ['Чай зелёный', '4600000000008', 'A-1', 10, 2],
      ['Кофе', null, 'A-2', 20, 1],
      ['Сыр', '4600000000015', 'A-3', 31, 2],
      ['Масло', '4600000000022', 'A-4', 40, 1],
    ]);
    expect(rows[0]?.description).toBe('Остаётся');
  });

  it('[I21] the same file again changes nothing', async () => {
    const file = csvOf([header, ...goods(1, 30)]);
    expect((await runFile(server(), file)).counts).toEqual({ new: 30, changed: 0, unchanged: 0, faulty: 0 });
    expect((await runFile(server(), file)).counts).toEqual({ new: 0, changed: 0, unchanged: 30, faulty: 0 });
    expect(await server().db.select({ total: count() }).from(products).where(sql`version > 1`)).toEqual([{ total: 0 }]);
  });

  it('[I5] [I6] a faulty row is skipped with its row, column, value and reason; the others are written', async () => {
    await server()
      .db.insert(products)
      .values([
        { name: 'Чай', barcode: '4600000000008', sku: 'T-1' },
        { name: 'Кофе', barcode: '4600000000015', sku: 'T-2' },
      ]);
    const run = await runFile(
      server(),
      csvOf([
        ['Штрихкод', 'Артикул', 'Название', 'Цена', 'Бренд', 'Полка'],
        ['4600000000001', '', 'Плохая цифра', '', '', 'верх'],
        ['', 'N-1', 'Новый', 'даром', 'Нет такого', ''],
        ['', 'N-2', '', '5', '', ''],
        ['4600000000008', 'T-2', 'Чужой артикул', '', '', ''],
        ['', 'T-1', 'Чай', '', '', ''],
        ['4600000000008', '', 'Чай', '', '', ''],
        ['', 'N-3', 'Хороший', '7', '', ''],
        ['', 'N-3', 'Двойник', '7', '', ''],
        ['', '', 'Безымянный', '7', '', ''],
      ]),
    );
    expect(run.counts).toEqual({ new: 1, changed: 0, unchanged: 1, faulty: 7 });
    expect(faultsOf(run)).toEqual([
      [2, 'Штрихкод', '4600000000001', 'Контрольная цифра не сходится, проверьте штрихкод'],
      [3, 'Цена', 'даром', 'Нужно число, например 1 234,5'],
      [3, 'Бренд', 'Нет такого', 'В справочнике «Бренды» нет такого значения: добавьте его или исправьте строку'],
      [4, 'Название', undefined, 'Новый товар: заполните «Название»'],
      [5, 'Артикул', 'T-2', 'Такое значение уже есть у другого товара'],
      [7, 'Штрихкод', '4600000000008', 'Такое значение уже было в строке 5'],
      [9, 'Артикул', 'N-3', 'Такое значение уже было в строке 8'],
      [10, undefined, undefined, 'Нет ни номера, ни штрихкода, ни артикула: товар не с чем сопоставить'],
    ]);
    expect(run.log.filter(({ level }) => level === 'warning').map(({ text }) => text)).toEqual([
      'Столбец «Полка» не распознан и пропущен',
    ]);
    expect(run.log.map(({ seq }) => seq)).toEqual(run.log.map((_, index) => index + 1));
    expect(run.log_total).toBe(run.log.length);
  });

  it('[I5] a product in two batches is changed by the first and faulty in the second', async () => {
    await server().db.insert(products).values({ name: 'Чай', barcode: '4600000000008', sku: 'T-1' });
    const rows = goods(1, 1100).map(([sku, name, price]) => ['', sku ?? '', name ?? '', price ?? '']);
    const run = await runFile(
      server(),
      csvOf([
        ['Штрихкод', 'Артикул', 'Название', 'Цена'],
        ['4600000000008', '', 'Чай', '1'],
        ...rows,
        ['', 'T-1', 'Чай', '2'],
      ]),
    );
    expect(run.counts).toEqual({ new: 1100, changed: 1, unchanged: 0, faulty: 1 });
    expect(faultsOf(run)).toEqual([[1103, undefined, undefined, 'Этот товар уже был в строке 2']]);
  });

  it('[I11] texts of every kind are stored unchanged', async () => {
    const name = 'Кавычки " \' «ёлочки» {скобки}, запятая; \\ черта NULL 😀';
    await runFile(server(), csvOf([header, ['A-1', name, '1'], ['A-2', 'NULL', '2']]));
    const rows = await server().db.select({ name: products.name }).from(products).orderBy(products.id);
    expect(rows).toEqual([{ name }, { name: 'NULL' }]);
  });
});
