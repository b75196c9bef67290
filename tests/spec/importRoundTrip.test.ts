import { parse } from 'csv-parse/sync';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { type ExportFormat, exportFormats } from '#contract/bulk.ts';
import type { ImportPreview } from '#contract/importing.ts';
import { API_BASE } from '#contract/limits.ts';
import { keyFields } from '#server/table/importable.ts';
import { defineAttributes } from '#tests/support/attributes.ts';
import { fillEveryField } from '#tests/support/everyField.ts';
import { faultsOf, formOf, IMPORT, runFile } from '#tests/support/importing.ts';
import { itemsIn } from '#tests/support/samples.ts';
import { describeOnEmbedded, type TestServer } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';

const keys = ['Артикул', 'Штрихкод'];
const numberOf = 'Номер в Витрине';

describeOnEmbedded('§1 Tables out and in', server => {
  const begin = () => fillEveryField(server());

  const exported = async (format: ExportFormat): Promise<unknown[][]> => {
    const { access } = await server().signIn('admin');
    const headers = { Authorization: `Bearer ${access}` };
    const answer = await server().app.request(`${API_BASE}/products/export?format=${format}&sort=id`, { headers });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (format === 'csv') return parse(Buffer.from(bytes), { delimiter: ';', bom: true }) as string[][];
    return [...((await readXlsx(bytes)).sheets[0]?.rows ?? [])];
  };
  const written = (format: ExportFormat, rows: unknown[][]): Promise<Uint8Array> | string =>
    format === 'csv'
      ? csvOf(rows as string[][])
      : writeXlsx({ sheets: [{ name: 'Товары', rows: rows.map(row => row.map(escaped)) as never }] });
  /** As a workbook is saved: what looks like a character's code is one (ECMA-376, 22.9.2.19). */
  const escaped = (cell: unknown) => (typeof cell === 'string' ? cell.replace(/_(?=x[0-9A-F]{4}_)/g, '_x005F_') : cell);
  const productsOf = async ({ as }: TestServer) => {
    const items = itemsIn(await (await as('admin'))('GET', '/products?sort=id'));
    const unlike = ['id', 'version', 'created_at', 'updated_at', 'updated_by', 'picture', 'model_ids'];
    return items.map(item => Object.fromEntries(Object.entries(item).filter(([name]) => !unlike.includes(name))));
  };

  it.each(exportFormats)(
    '[B7] [X56] what is edited in an exported .%s comes back as exactly that, of every kind of field',
    async format => {
      await begin();
      const before = await productsOf(server());
      const [header = [], first = [], second = [], third = []] = await exported(format);
      const untouched = await runFile(
        server(),
        await written(format, [header, first, second, third]),
        `товары.${format}`,
        { role: 'admin', query: '?clear=1' },
      );
      expect([faultsOf(untouched), untouched.counts]).toEqual([[], { new: 0, changed: 0, unchanged: 3, faulty: 0 }]);
      const own = [...keys, numberOf].map(label => header.indexOf(label));
      /** What one product has, in the row of another. */
      const moved = (to: unknown[], from: unknown[]) => from.map((cell, at) => (own.includes(at) ? to[at] : cell));
      const edited = [header, moved(first, second), moved(second, third), moved(third, first)];
      const run = await runFile(server(), await written(format, edited), `товары.${format}`, {
        role: 'admin',
        query: '?clear=1',
      });
      expect([faultsOf(run), run.counts]).toEqual([[], { new: 0, changed: 3, unchanged: 0, faulty: 0 }]);
      const keysOf = (at: number) => Object.fromEntries(keyFields.map(name => [name, before[at]?.[name]]));
      const after = [1, 2, 0].map((from, at) => ({ ...before[from], ...keysOf(at) }));
      expect(await productsOf(server())).toEqual(after);
    },
  );

  it.each(exportFormats)(
    '[B7] [B19] all keys of a product are edited in an exported .%s and imported from it, and it stays that product',
    async format => {
      await begin();
      const before = await productsOf(server());
      const [header = [], first = [], second = [], third = []] = await exported(format);
      const [sku, barcode, name] = [...keys, 'Название'].map(label => header.indexOf(label));
      const edited = (row: unknown[], cells: Record<number, unknown>) => row.map((cell, at) => cells[at] ?? cell);
      const send = async (rows: unknown[][], counts: object) => {
        const file = await written(format, [header, ...rows]);
        const run = await runFile(server(), file, `товары.${format}`, { role: 'admin', query: '?clear=1' });
        expect([faultsOf(run), run.counts]).toEqual([[], { new: 0, changed: 0, unchanged: 0, faulty: 0, ...counts }]);
      };
      const rows = [
        edited(first, { [sku ?? 0]: 'Н-1', [barcode ?? 0]: '00456', [name ?? 0]: 'Совсем другой' }),
        edited(second, { [sku ?? 0]: '', [barcode ?? 0]: '' }),
        edited(third, { [sku ?? 0]: '' }),
      ];
      await send(rows, { changed: 3 });
      expect(await productsOf(server())).toEqual([
        { ...before[0], sku: 'Н-1', barcode: '00456', name: 'Совсем другой' },
        { ...before[1], sku: null, barcode: null },
        { ...before[2], sku: null },
      ]);
      const [, ...again] = await exported(format);
      await send(again, { unchanged: 3 });
      await send([edited(again[1] ?? [], { [name ?? 0]: 'Без кодов' })], { changed: 1 });
      expect((await productsOf(server()))[1]).toEqual({ ...before[1], sku: null, barcode: null, name: 'Без кодов' });
    },
  );

  it('[B19] a product number without a product is a fault: deleted, foreign or mistyped; so is another product’s key', async () => {
    await begin();
    const [header = [], first = [], second = []] = await exported('csv');
    const at = header.indexOf(numberOf);
    const [sku, number] = [String(second[header.indexOf('Артикул')]), String(first[at])];
    const [id, letters = ''] = number.split('-');
    const slip = `${id}-${letters.replace(/./, letter => (letter === 'b' ? 'c' : 'b'))}`;
    const next = `${Number(id) + 1}-${letters}`;
    const table = [
      [numberOf, 'Артикул', 'Название'],
      [slip, 'A-1', 'Не тот'],
      [next, 'A-9', 'Протянули вниз'],
      [`999-${letters}`, '', 'Нет такого'],
      [id ?? '', '', 'Без букв'],
      [number, sku, 'Чужой артикул'],
      ['', 'A-3', 'По артикулу'],
      [String(second[at]), '', 'Второй'],
      [String(second[at]), 'A-8', 'Скопировали ради нового'],
    ];
    const run = await runFile(server(), csvOf(table), 'товары.csv', { role: 'admin' });
    const faults = faultsOf(run).map(([row, column]) => [row, column]);
    expect(faults).toEqual([...[2, 3, 4, 5].map(row => [row, numberOf]), [6, 'Артикул'], [9, numberOf]]);
    expect(faultsOf(run).at(-1)?.[3]).toContain('в строке 8: если строка скопирована ради нового товара, очистите');
    expect(run.counts).toEqual({ new: 0, changed: 2, unchanged: 0, faulty: 6 });
  });

  it('[B19] besides the number, a table may contain only prices, only categories, or nothing', async () => {
    await begin();
    const before = await productsOf(server());
    const [header = [], ...rows] = await exported('csv');
    const price = header.find(label => String(label).startsWith('Цена ('));
    const mapped = header.find(label => String(label).startsWith('Категории ('));
    const columns = (...labels: unknown[]) =>
      csvOf([labels, ...rows.map(row => labels.map(label => row[header.indexOf(label)]))] as string[][]);
    const send = (table: string, query = '') => runFile(server(), table, 'товары.csv', { role: 'admin', query });
    for (const table of [columns(numberOf), columns(numberOf, price), columns(numberOf, price, mapped)]) {
      const ask = await server().as('admin');
      const { result } = await ask('POST', `${IMPORT}/preview`, formOf(['table', table]));
      const preview = result as ImportPreview;
      expect([preview.counts, preview.faults]).toEqual([{ new: 0, changed: 0, unchanged: 3, faulty: 0 }, []]);
      const run = await send(table);
      expect([faultsOf(run), run.counts]).toEqual([[], { new: 0, changed: 0, unchanged: 3, faulty: 0 }]);
    }
    const dearer = csvOf([
      [numberOf, String(price)],
      [String(rows[0]?.[header.indexOf(numberOf)]), '123,45'],
    ]);
    expect((await send(dearer)).counts).toEqual({ new: 0, changed: 1, unchanged: 0, faulty: 0 });
    const after = await productsOf(server());
    expect(after.slice(1)).toEqual(before.slice(1));
    expect(after[0]).toEqual({
      ...before[0],
      prices: expect.arrayContaining([expect.objectContaining({ amount: 123.45 })]),
    });
  });

  it('[B19] [R73] an attribute of the same name is distinguished from the product number', async () => {
    await defineAttributes(server(), { code: 'own', name: numberOf, kind: 'text' });
    const send = await server().as('admin');
    await send('POST', '/products', { name: 'Квас', sku: 'A-1', attributes: { own: 'свой' } });
    const [header = [], row = []] = await exported('csv');
    expect(header.filter(label => String(label).startsWith(numberOf))).toEqual([`${numberOf} (own)`, numberOf]);
    const run = await runFile(server(), csvOf([header, row] as string[][]), 'товары.csv', { role: 'admin' });
    expect([faultsOf(run), run.counts]).toEqual([[], { new: 0, changed: 0, unchanged: 1, faulty: 0 }]);
  });
});
