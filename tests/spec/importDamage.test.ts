import { expect, it, vi } from 'vitest';
import type { ImportPreview } from '#contract/importing.ts';
import { defineAttributes } from '#tests/support/attributes.ts';
import { addBrand, faultsOf, formOf, IMPORT, runFile } from '#tests/support/importing.ts';
import { describeOnBoth, describeOnEmbedded } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';
import { BRAND, damaged, KNOWN, ROWS, tableOfTwelveFaults } from '#tests/support/twelveFaults.ts';

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
    await addBrand(server(), BRAND);
    const send = await server().as('admin');
    for (const product of KNOWN) await send('POST', '/products', product);
    const workbook = await tableOfTwelveFaults();
    // What stands in the place of a brand in a damaged row is no brand to be made.
    for (const query of ['', '?create=1']) {
      const look = await send('POST', `${IMPORT}/preview${query}`, formOf(['table', workbook, 'товары.xlsx']));
      const { faults, counts } = look.result as ImportPreview;
      expect(faults.map(({ row, column }) => [row, column])).toEqual(damaged.map(([row, , column]) => [row, column]));
      for (const [at, [, , , reason]] of damaged.entries()) expect(faults[at]?.text).toContain(reason);
      expect(counts).toEqual({ new: ROWS - damaged.length, changed: 0, unchanged: 0, faulty: damaged.length });
    }
  });
});
