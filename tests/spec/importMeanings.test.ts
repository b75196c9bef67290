import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeCheckDigit, expandUpcE, listGtinVariants, validateBarcode } from '#contract/barcode.ts';
import type { ImportPreview } from '#contract/importing.ts';
import { batchPace } from '#server/db/batchPace.ts';
import { categories, products } from '#server/db/schema.ts';
import { addUnit, faultsOf, formOf, IMPORT, runFile } from '#tests/support/importing.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { addShops } from '#tests/support/synchronization.ts';
import { csvOf } from '#tests/support/tables.ts';

describe('§1 Import of nomenclature: barcodes in other lengths', () => {
  it('[I708] a GTIN has one meaning in all its lengths, each with a valid check digit', () => {
    const digits = fc.integer({ min: 0, max: 10 ** 12 - 1 }).map(number => String(number).padStart(12, '0'));
    fc.assert(
      fc.property(digits, body => {
        const code = body + computeCheckDigit(body);
        const forms = listGtinVariants(code);
        expect(forms).toContain(code);
        for (const form of forms) {
          expect([form, validateBarcode(form)]).toEqual([form, null]);
          expect(listGtinVariants(form)).toEqual(forms);
          expect(Number(form)).toBe(Number(code));
        }
      }),
    );
    expect(listGtinVariants('04600000000008')).toEqual(['4600000000008', '04600000000008']);
    expect(listGtinVariants('00123')).toEqual(['00123']);
  });

  it('[I708] a UPC-E is the UPC-A that it shortens', () => {
    expect(['04252614', '01234565', '06543217'].map(expandUpcE)).toEqual([
      '042100005264',
      '012345000065',
      '065100004327',
    ]);
    expect(expandUpcE('04252615')).toBeNull();
  });
});

describeOnBoth('§1 What the values of a table mean', server => {
  it('[I708] a product is found by its barcode with a leading zero more or less, and keeps its own spelling', async () => {
    const send = await server().as('admin');
    await send('POST', '/products', { name: 'Квас', barcode: '4600000000008' });
    await send('POST', '/products', { name: 'Морс', barcode: '0042100005264' });
    const table = csvOf([
      ['Штрихкод', 'Название'],
      ['04600000000008', 'Квас'],
      ['04252614', 'Морс ягодный'],
      ['00042100005264', 'Он же'],
    ]);
    const run = await runFile(server(), table);
    expect(run.counts).toEqual({ new: 0, changed: 1, unchanged: 1, faulty: 1 });
    expect(faultsOf(run)).toMatchObject([[4, 'Штрихкод', '00042100005264', 'Такое значение уже было в строке 3']]);
    expect(await server().db.select().from(products).orderBy(products.id)).toMatchObject([
      { name: 'Квас', barcode: '4600000000008' },
      { name: 'Морс ягодный', barcode: '0042100005264' },
    ]);
  });

  it('[I798] a barcode in another length finds its owner before the import, in the preview and in a later batch alike', async () => {
    const send = await server().as('admin');
    await send('POST', '/products', { name: 'Квас', sku: 'A-1', barcode: '4600000000008' });
    const filler = Array.from({ length: batchPace[server().deps.databaseKind].importedRows }, (_, at) => [
      `B-${at}`,
      'Чай',
      '',
    ]);
    const table = csvOf([
      ['Артикул', 'Название', 'Штрихкод'],
      ['A-1', 'Квас', '0042100005264'],
      ...filler,
      ['', 'Он же', '04600000000008'],
    ]);
    const { result } = await send('POST', `${IMPORT}/preview`, formOf(['table', table]));
    const { counts } = result as ImportPreview;
    expect(counts).toMatchObject({ new: filler.length, changed: 1, faulty: 1 });
    expect((await runFile(server(), table)).counts).toEqual(counts);
  });

  it('[I709] a unit is one unit however it is written, and a number is never offered as a new one', async () => {
    const unit = await addUnit(server());
    const spellings = ['шт', 'шт.', 'ШТ', 'Штука', 'штук', 'pcs', '796'];
    const table = csvOf([
      ['Артикул', 'Название', 'Единица измерения'],
      ...spellings.map((spelling, at) => [`A-${at}`, 'Товар', spelling]),
      ['A-8', 'Товар', '10300'],
      ['A-9', 'Товар', 'бадья'],
    ]);
    const send = await server().as('admin');
    const { result } = await send('POST', `${IMPORT}/preview?create=1`, formOf(['table', table]));
    const { counts, missing } = result as ImportPreview;
    expect(missing.references.map(({ names }) => names)).toEqual([['бадья']]);
    expect(counts).toEqual({ new: spellings.length + 1, changed: 0, unchanged: 0, faulty: 1 });
    await runFile(server(), table);
    const stored = await server().db.select().from(products);
    expect(new Set(stored.map(({ unit_id }) => unit_id))).toEqual(new Set([unit]));
  });

  it('[I788] a new unit is created once however often it is spelled', async () => {
    const table = csvOf([
      ['Артикул', 'Название', 'Единица измерения'],
      ...['шт', 'шт.', 'штука', 'бадья.', 'бадья'].map((spelling, at) => [`A-${at}`, 'Товар', spelling]),
    ]);
    const send = await server().as('admin');
    const { result } = await send('POST', `${IMPORT}/preview?create=1`, formOf(['table', table]));
    const { counts, missing } = result as ImportPreview;
    expect(missing.references.map(({ names }) => names)).toEqual([['шт', 'бадья.']]);
    expect(counts).toEqual({ new: 5, changed: 0, unchanged: 0, faulty: 0 });
  });

  it('[I710] a letter that the file’s encoding lost is named and never dropped', async () => {
    const table = csvOf([
      ['Артикул', 'Название'],
      ['A-1', 'B\u009cuf'],
      ['A-2', 'Ква\ufffd'],
      ['A-3', 'Квас\u0085хлебный'],
    ]);
    const run = await runFile(server(), table);
    expect(faultsOf(run)).toEqual([
      [2, 'Название', 'B\u009cuf', expect.stringContaining('(код 009C)')],
      [3, 'Название', 'Ква\ufffd', expect.stringContaining('(код FFFD)')],
    ]);
  });

  it('[I711] a category is found by its path and by its number, so that a new name breaks no saved table', async () => {
    await addShops(server());
    const [tea] = await server()
      .db.insert(categories)
      .values({ platform: 'web', parent_id: 1, name: 'Чай улун', position: 5 })
      .returning();
    const send = await server().as('admin');
    const table = csvOf([
      ['Артикул', 'Название', 'Категории (Сайт)'],
      ['A-1', 'Чай', `№ ${tea?.id}`],
      ['A-2', 'Чай', String(tea?.id)],
      ['A-3', 'Чай', '№ 9999'],
    ]);
    const run = await runFile(server(), table, 'товары.csv', { role: 'admin' });
    expect([run.counts.new, run.counts.faulty]).toEqual([2, 1]);
    const { result } = await send('GET', '/products/1');
    expect(result).toMatchObject({ categories: [tea?.id] });
  });
});
