import { expect, it } from 'vitest';
import type { ImportPreview } from '#contract/importing.ts';
import { addLanguages, defineAttributes } from '#tests/support/attributes.ts';
import { addBrand, faultsOf, formOf, IMPORT, runFile } from '#tests/support/importing.ts';
import { describeOnBoth, describeOnEmbedded } from '#tests/support/server.ts';
import { csvOf, workbookOf } from '#tests/support/tables.ts';
import { BRAND, csvOfTwelveFaults, damaged, KNOWN, ROWS, tableOfTwelveFaults } from '#tests/support/twelveFaults.ts';

describeOnBoth('§1 Damage to what the base has', server => {
  it('[B8] a code that lost its leading zeros is reported, for known and unknown products', async () => {
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

  it('[B18] zeros removed from a name are an edit, because a name is not a code', async () => {
    const send = await server().as('admin');
    await send('POST', '/products', { name: '007', sku: 'C-7' });
    const run = await runFile(server(), 'Артикул;Название\nC-7;7');
    expect([faultsOf(run), run.counts]).toEqual([[], { new: 0, changed: 1, unchanged: 0, faulty: 0 }]);
  });

  it('[B18] a code that a spreadsheet turned into a date or cut to fifteen digits is reported; one typed that way is accepted', async () => {
    await defineAttributes(server(), { code: 'tnved', name: 'Код ТН ВЭД', kind: 'text' });
    const workbook = await workbookOf([
      ['Артикул', 'Название', 'Код ТН ВЭД'],
      [new Date('2026-02-01'), 'Квас', null],
      [Number('12345678901234567890'), 'Квас', null],
      ['D-1', 'Квас', new Date('2026-02-01')],
      [1234567890123450, 'Квас', null],
      [123456789012345, new Date('2026-02-01'), 1234567890123456],
    ]);
    const asDate = expect.stringContaining('за дату');
    const cut = expect.stringContaining('часть цифр потеряна');
    const inWorkbook = await runFile(server(), workbook, 'товары.xlsx');
    expect(faultsOf(inWorkbook)).toEqual([
      [2, 'Артикул', '01.02.2026', asDate],
      [3, 'Артикул', '12345678901234600000', cut],
      [4, 'Код ТН ВЭД', '01.02.2026', asDate],
      [5, 'Артикул', '1234567890123450', cut],
    ]);
    expect(inWorkbook.counts).toMatchObject({ new: 1, faulty: 4 });
    const made = ['01.фев', '5.май', '1-Feb', '31-Dec'];
    const typed = ['12.05', '2026-01', '01-02', '01.02.2026', '1-FEB', '45-Mar', 'Mar-12', 'А-01.фев', '1-фев'];
    const inCsv = await runFile(
      server(),
      csvOf([['Артикул', 'Название'], ...[...made, ...typed].map(sku => [sku, 'Квас'])]),
    );
    expect(faultsOf(inCsv)).toEqual(made.map((sku, at) => [at + 2, 'Артикул', sku, asDate]));
    expect(inCsv.counts).toMatchObject({ new: typed.length, faulty: made.length });
  });

  it('[B18] a value that looks damaged is accepted if the product already has it, and reported otherwise', async () => {
    await addLanguages(server(), ['ru', 'Русский'], ['en', 'English']);
    await defineAttributes(
      server(),
      { code: 'note', name: 'Заметка', kind: 'text' },
      { code: 'said', name: 'Надпись', kind: 'long_text', per_language: true },
    );
    const send = await server().as('admin');
    const attributes = { note: '1E+5', said: { en: '#REF!' } };
    for (const sku of ['01.фев', '1E+5'])
      await send('POST', '/products', { name: '#N/A', sku, description: '2E+5', attributes });
    await send('POST', '/products', { name: 'Квас', sku: 'E-1' });
    const odd = ['#N/A', '2E+5', '1E+5', '#REF!'];
    const table = csvOf([
      ['Артикул', 'Название', 'Описание', 'Заметка', 'Надпись: English'],
      ['01.фев', ...odd],
      ['1E+5', ...odd],
      ['E-1', 'Квас', '', '1E+5', ''],
      ['01.фев', '#N/A', '3E+5', '1E+5', ''],
      ['1E+5', ...odd],
    ]);
    const run = await runFile(server(), table);
    const cut = expect.stringContaining('часть цифр потеряна');
    expect(faultsOf(run)).toEqual([
      [4, 'Заметка', '1E+5', cut],
      [5, 'Описание', '3E+5', cut],
      [6, undefined, undefined, 'Этот товар уже был в строке 3'],
    ]);
    expect(run.counts).toEqual({ new: 0, changed: 0, unchanged: 2, faulty: 3 });
    const look = (await send('POST', `${IMPORT}/preview`, formOf(['table', table]))).result as ImportPreview;
    expect(look.counts).toEqual(run.counts);
  });

  it('[B8] [B18] a duplicate key is detected in a row that only looks damaged', async () => {
    const send = await server().as('admin');
    for (const sku of ['A-1', '1E+5']) await send('POST', '/products', { name: 'Квас', sku });
    const table = csvOf([
      ['Штрихкод', 'Артикул', 'Название'],
      ['4600000000008', 'A-1', 'Квас'],
      ['4600000000008', '1E+5', 'Квас'],
    ]);
    const look = (await send('POST', `${IMPORT}/preview`, formOf(['table', table]))).result as ImportPreview;
    const run = await runFile(server(), table);
    expect(run.counts).toEqual({ new: 0, changed: 1, unchanged: 0, faulty: 1 });
    expect(look.counts).toEqual(run.counts);
    expect(faultsOf(run)).toEqual([[3, 'Штрихкод', '4600000000008', 'Такое значение уже было в строке 2']]);
  });
});

describeOnEmbedded('§1 Damage to a large table', server => {
  it.each([
    ['xlsx', tableOfTwelveFaults],
    ['csv', csvOfTwelveFaults],
  ])(
    '[B8] [B9] each of twelve damaged rows among ten thousand of .%s is found, with row, column and reason',
    async (format, tableOf) => {
      await addBrand(server(), BRAND);
      const send = await server().as('admin');
      for (const product of KNOWN) await send('POST', '/products', product);
      const table = await tableOf();
      // What stands in the place of a brand in a damaged row is no brand to be made.
      for (const query of ['', '?create=1']) {
        const look = await send('POST', `${IMPORT}/preview${query}`, formOf(['table', table, `товары.${format}`]));
        const { faults, counts } = look.result as ImportPreview;
        expect(faults.map(({ row, column }) => [row, column])).toEqual(damaged.map(([row, , column]) => [row, column]));
        for (const [at, [, , , reason]] of damaged.entries()) expect(faults[at]?.text).toContain(reason);
        expect(counts).toEqual({ new: ROWS - damaged.length, changed: 0, unchanged: 0, faulty: damaged.length });
      }
    },
  );
});
