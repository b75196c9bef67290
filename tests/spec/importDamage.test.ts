import { expect, it, vi } from 'vitest';
import type { ImportPreview } from '#contract/importing.ts';
import { defineAttributes } from '#tests/support/attributes.ts';
import { addBrand, faultsOf, formOf, IMPORT, runFile } from '#tests/support/importing.ts';
import { describeOnBoth, describeOnEmbedded } from '#tests/support/server.ts';
import { csvOf, workbookOf } from '#tests/support/tables.ts';

vi.setConfig({ testTimeout: 60_000 });

describeOnBoth('§1 Damage to what the base has', server => {
  it('[B8] a code that lacks its leading zeros is named, of a product that is known or not', async () => {
    await defineAttributes(server(), { code: 'tnved', name: 'Код ТН ВЭД', kind: 'text' });
    const send = await server().as('admin');
    await send('POST', '/products', {
      name: 'Квас',
      sku: '00123',
      barcode: '0012345678905',
      attributes: { tnved: '0402' },
    });
    await send('POST', '/products', { name: 'Морс', sku: 'C-1', barcode: '0036000291452' });
    const table = csvOf([
      ['Артикул', 'Штрихкод', 'Название', 'Код ТН ВЭД'],
      ['123', '', 'Квас', ''],
      ['', '12345678905', 'Квас', ''],
      ['C-1', '36000291452', 'Морс', ''],
      ['00123', '', 'Квас', '402'],
      ['124', '', 'Другой', '402'],
    ]);
    const run = await runFile(server(), table);
    const lost = (known: string) => expect.stringContaining(`было «${known}»`);
    expect(faultsOf(run)).toEqual([
      [2, 'Артикул', '123', lost('00123')],
      [3, 'Штрихкод', '12345678905', lost('0012345678905')],
      [4, 'Штрихкод', '36000291452', lost('0036000291452')],
      [5, 'Код ТН ВЭД', '402', lost('0402')],
    ]);
    expect(run.counts).toMatchObject({ new: 1, faulty: 4 });
  });
});

describeOnEmbedded('§1 Damage to a large table', server => {
  it('[B8] [B9] each of twelve damaged rows among ten thousand is found, with row, column and reason', async () => {
    await addBrand(server(), 'Росток');
    const send = await server().as('admin');
    await send('POST', '/products', { name: 'Прежний', sku: '0077', barcode: '4600000000008' });
    await send('POST', '/products', { name: 'Чужой', sku: 'B-1', barcode: '4600000000015' });
    const header = ['Артикул', 'Штрихкод', 'Название', 'Бренд', 'Вес, кг', 'Цена, RUB', 'Весовой', 'В продаже с'];
    type Value = string | number | boolean | Date | null;
    const good = (at: number): Value[] => [`A-${at}`, null, `Товар ${at}`, 'Росток', 0.5, 10.5, 'да', '31.12.2026'];
    const rows = Array.from({ length: 10_000 }, (_, at) => good(at + 2));
    const damaged: [row: number, change: (row: Value[]) => Value[], column: string | undefined, reason: string][] = [
      [100, row => row.with(1, '4,6E+12'), 'Штрихкод', 'сократила'],
      [900, row => row.with(0, '77'), 'Артикул', 'было «0077»'],
      [1700, row => row.with(1, '46ОО000000008'), 'Штрихкод', 'буква «О»'],
      [2500, row => row.with(5, '1,234'), 'Цена, RUB', 'Запятая'],
      [3300, row => row.with(4, new Date('2026-05-01')), 'Вес, кг', 'за дату'],
      [4100, row => [...row.slice(0, 4), null, ...row.slice(4)], 'Весовой', 'вправо'],
      [4900, row => row.toSpliced(3, 1), 'Бренд', 'влево'],
      [5700, row => row.with(4, null).with(3, '0,5'), 'Бренд', '«Вес, кг»'],
      [6500, row => row.with(0, 'A-101'), 'Артикул', 'уже было в строке 101'],
      [7300, row => row.with(0, 'B-1').with(1, '4600000000008'), 'Артикул', 'у другого товара'],
      [8100, row => row.with(3, '#N/A'), 'Бренд', 'ошибка формулы'],
      [9900, row => row.with(7, '31 февраля'), 'В продаже с', 'Нужна дата'],
    ];
    for (const [row, change] of damaged) rows[row - 2] = change(good(row));
    const workbook = await workbookOf([header, ...rows]);
    // What stands in the place of a brand in a damaged row is no brand to be made.
    for (const query of ['', '?create=1']) {
      const look = await send('POST', `${IMPORT}/preview${query}`, formOf(['table', workbook, 'товары.xlsx']));
      const { faults, counts } = look.result as ImportPreview;
      expect(faults.map(({ row, column }) => [row, column])).toEqual(damaged.map(([row, , column]) => [row, column]));
      for (const [at, [, , , reason]] of damaged.entries()) expect(faults[at]?.text).toContain(reason);
      expect(counts).toEqual({ new: 9988, changed: 0, unchanged: 0, faulty: 12 });
    }
  });
});
