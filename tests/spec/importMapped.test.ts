import { writeOds } from 'hucre/ods';
import { describe, expect, it } from 'vitest';
import { type ImportMapping, toMapping } from '#contract/importMapping.ts';
import { applyMapping } from '#server/table/applyMapping.ts';
import { countKnown } from '#server/table/columns.ts';
import { importableFields } from '#server/table/importable.ts';
import { openTable } from '#server/table/openTable.ts';
import type { Lookups } from '#server/table/parseResult.ts';
import { proposeLayout } from '#server/table/proposeLayout.ts';
import type { Cell, Table } from '#server/table/row.ts';
import { mappingOf, tableOf } from '#tests/support/mapped.ts';
import { bookParts, fileOf, workbookOf, zipOf } from '#tests/support/tables.ts';

const lookups: Lookups = {
  brand: new Map([
    ['росток', 1],
    ['тёплый угол'.replace('ё', 'е'), 2],
  ]),
  unit: new Map([['шт', 5]]),
};
const known = { fields: importableFields, lookups };

const proposed = async (table: Table) => (await proposeLayout(table, known)).proposal;
const fieldsOf = async (...rows: Cell[][]) =>
  (await proposed(tableOf(...rows))).columns.map(({ field, why }) => [field, why]);

const rowsIn = async (table: Table, mapping: ImportMapping) => {
  const mapped = await applyMapping(table, mapping, importableFields);
  const rows = [];
  for await (const group of mapped.rows()) rows.push(...group);
  return { ...mapped, read: rows.map(({ row, cells }) => [row, ...cells]) };
};
const opened = (bytes: Uint8Array | string) => openTable(fileOf(bytes), countKnown);

const codes = ['4600000000008', '4600000000015', '4600000000022'];

describe('§1 Import of nomenclature: what a table is proposed to be', () => {
  it('[I702] each column says why it is proposed, with samples of its values', async () => {
    const { columns, header, key, toChoose } = await proposed(
      tableOf(
        ['Прайс'],
        [],
        ['Штрихкод', 'Номенклатура', 'Кто делает', 'Цена, руб.', 'Полка'],
        [codes[0], 'Квас', 'Росток', 10, 1],
        [codes[1], 'Морс', 'Тёплый угол', 11, 2],
        [codes[2], 'Квас', 'Росток', 12, 3],
      ),
    );
    expect(header).toEqual({ row: 3, rows: 1 });
    expect(columns.map(({ field, why }) => [field, why])).toEqual([
      ['barcode', 'heading'],
      ['name', 'synonym'],
      ['brand_id', 'values'],
      ['price', 'synonym'],
      [null, null],
    ]);
    expect(columns[1]?.samples).toEqual(['Квас', 'Морс']);
    expect([key, toChoose]).toEqual([['vitrina_number', 'barcode', 'sku'], null]);
  });

  it('[I702] a column of barcodes is the barcode whatever it is called', async () => {
    const rows = codes.map((code, at) => [`Товар ${at}`, code, at]);
    for (const heading of ['Код', 'Идентификатор', 'Ref'])
      expect(await fieldsOf(['Название', heading, 'Ряд'], ...rows)).toEqual([
        ['name', 'heading'],
        ['barcode', 'values'],
        [null, null],
      ]);
  });

  it('[I702] a column of quantities is never a key, whatever it is called', async () => {
    for (const heading of ['Шт.', 'Кол-во', 'ШК', 'EAN', 'Штрих.', 'Остаток'])
      for (const quantities of [
        [12, 12, 12],
        [1, 2, 1],
        ['10', '10', '20'],
      ]) {
        const { columns, toChoose } = await proposed(
          tableOf(['Название', heading], ...quantities.map((quantity, at) => [`Товар ${at}`, quantity])),
        );
        expect([heading, columns[1]?.field]).toEqual([heading, null]);
        expect(toChoose).toContain('Нет столбца, по которому можно найти товар');
      }
  });

  it('[I702] where no column is a key, or two are the same field, it says what to choose', async () => {
    const refused = async (...rows: Cell[][]) => (await proposeLayout(tableOf(...rows), known)).refusal?.kind;
    expect(await refused(['Полка', 'Ряд'], [1, 2])).toBe('noColumns');
    expect(await refused(['Название', 'Цена'], ['Чай', 2])).toBe('noKey');
    expect(await refused(['Артикул', 'Цена', 'Цена, RUB'], ['A', 1, 2])).toBe('twiceColumn');
    expect(
      await refused(['Артикул', 'Наименование', 'Полное наименование'], ['A', 'Чай', 'Чай чёрный']),
    ).toBeUndefined();
  });

  it('[I702] sections, totals, hidden rows and columns are said', async () => {
    const table = tableOf(
      ['Артикул', 'Название', 'Цена'],
      ['Росток'],
      ['A-1', 'Квас', 10],
      ['Тёплый угол'],
      ['A-2', 'Морс', 11],
      [null, 'Итого', 21],
    );
    const { sections, leftOut } = await proposed(table);
    expect(sections).toEqual({ field: 'brand_id' });
    expect(leftOut).toEqual({
      above: 0,
      sections: [
        { row: 2, text: 'Росток' },
        { row: 4, text: 'Тёплый угол' },
      ],
      totals: [6],
    });
    const cells = ['Артикул', 'Название', 'Цена'].map(text => `<c t="str"><v>${text}</v></c>`).join('');
    const sheet = `<row r="1">${cells}</row><row r="2" hidden="1"><c t="str"><v>A-1</v></c><c t="str"><v>Квас</v></c></row>`;
    const parts = bookParts(sheet).map(part => ({
      ...part,
      content: String(part.content).replace('<sheetData>', '<cols><col min="2" max="3" hidden="1"/></cols><sheetData>'),
    }));
    const hidden = await opened(zipOf(parts));
    expect((await proposed(hidden)).hidden).toEqual({ rows: 1, columns: ['Название', 'Цена'] });
    hidden.close();
  });

  it('[I702] a currency in the heading, the text or the format of a cell is known', async () => {
    const price = async (...rows: Cell[][]) => (await proposed(tableOf(...rows))).columns[1];
    expect(await price(['Артикул', 'Цена, USD'], ['A', 1])).toMatchObject({
      field: 'price',
      conversions: [{ kind: 'currency', currency: 'USD' }],
    });
    expect(await price(['Артикул', 'Вес (г)'], ['A', 1])).toMatchObject({
      field: 'weight',
      conversions: [{ kind: 'unit', unit: 'g' }],
    });
    expect(await price(['Артикул', 'Сумма'], ['A', '12 ₽'])).toMatchObject({ field: 'price', why: 'type' });
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="#,##0.00\\ [$€-1]"/><numFmt numFmtId="165" formatCode="#,##0.00&quot;р.&quot;"/></numFmts>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>';
    const table = await opened(zipOf(bookParts('<row><c s="1"><v>5</v></c><c s="2"><v>5</v></c></row>', { styles })));
    for await (const [row] of table.rows()) expect(row?.cells).toEqual([{ amount: 5, currency: 'EUR' }, 5]);
    table.close();
  });
});

describe('§1 Import of nomenclature: a table read by a mapping', () => {
  const rows = [
    ['Код', 'Группа', 'Вкус', 'Объём', 'Опт'],
    ['7', 'Чай', 'чёрный', '0,5 л', '1,200 $'],
    ['8', 'Кофе', null, null, '2 $'],
  ];

  it('[I703] columns are joined, split, given a constant, mapped and converted; faults keep the row of the file', async () => {
    const mapping = mappingOf({
      sku: { sources: [{ header: 'Код', nth: 1 }] },
      name: {
        sources: ['Группа', 'Вкус', 'Объём'].map(header => ({ header, nth: 1 })),
      },
      brand_id: { constant: 'Росток' },
      description: { sources: [{ header: 'Группа', nth: 1 }], values: { Чай: 'Листовой', Кофе: null } },
      price: {
        sources: [{ header: 'Опт', nth: 1 }],
        conversions: [
          { kind: 'decimal', mark: '.' },
          { kind: 'rate', currency: 'USD', rate: 90 },
        ],
      },
    });
    const { read, columns } = await rowsIn(tableOf(...rows), mapping);
    expect(read.map(cells => cells.slice(0, 6))).toEqual([
      [2, '7', 'Чай чёрный 0,5 л', 'Росток', 'Листовой', 108_000],
      [3, '8', 'Кофе', 'Росток', null, 180],
    ]);
    expect(columns.map(({ header, field }) => [header, field])).toEqual([
      ['Код', 'sku'],
      ['Группа + Вкус + Объём', 'name'],
      ['Бренд', 'brand_id'],
      ['Группа', 'description'],
      ['Опт', 'price'],
    ]);
  });

  it('[I703] equal headings are told apart, and section headings fill their field', async () => {
    const table = tableOf(
      ['Артикул', 'Цена', 'Цена'],
      ['Росток'],
      ['A-1', 1, 2],
      ['A-2', 3, 4],
      ['Тёплый угол'],
      ['A-3', 5, 6],
    );
    const mapping = mappingOf(
      { sku: 'Артикул', price: { sources: [{ header: 'Цена', nth: 2 }] } },
      { sections: { field: 'brand_id' } },
    );
    const { read, columns } = await rowsIn(table, mapping);
    const brand = columns.findIndex(({ field }) => field === 'brand_id');
    expect(read.map(([row, sku, price, ...more]) => [row, sku, price, more[brand - 2]])).toEqual([
      [3, 'A-1', 2, 'Росток'],
      [4, 'A-2', 4, 'Росток'],
      [6, 'A-3', 6, 'Тёплый угол'],
    ]);
  });

  it('[I703] the header is found where the next table has it; a missing heading refuses the table, not its rows', async () => {
    const mapping = mappingOf({ sku: 'Код', price: 'Опт' });
    const moved = tableOf(['ООО'], ['Прайс'], ...rows);
    expect((await rowsIn(moved, mapping)).read.map(([row, sku]) => [row, sku])).toEqual([
      [4, '7'],
      [5, '8'],
    ]);
    await expect(rowsIn(tableOf(...rows), mappingOf({ sku: 'Код', price: 'Розница' }))).rejects.toMatchObject({
      kind: 'missingColumn',
      values: { header: 'Розница' },
    });
    await expect(rowsIn(await opened(await workbookOf(rows)), { ...mapping, sheet: 'Прайс' })).rejects.toMatchObject({
      kind: 'missingSheet',
    });
  });

  it('[I703] what was proposed and accepted is read as proposed', async () => {
    const table = tableOf(['Штрихкод', 'Цена, руб.'], [codes[0], 5]);
    const { proposal } = await proposeLayout(table, known);
    expect((await rowsIn(table, toMapping(proposal))).read).toEqual([[2, codes[0], 5]]);
  });
});

describe('§1 Import of nomenclature: tables of OpenOffice', () => {
  it('[I704] an .ods yields texts, numbers, booleans and dates of its first visible sheet, and lists the others', async () => {
    const bytes = await writeOds({
      sheets: [
        {
          name: 'Товары',
          rows: [
            ['Артикул', 'Название', 'Цена'],
            ['A-1', 'Квас «Ёж» & Ко', 10.5],
            [],
            ['A-2', true, new Date('2026-03-08')],
          ],
        },
        { name: 'Прочее', rows: [['x']] },
      ],
    });
    const table = await opened(bytes);
    expect([table.sheet, table.sheets]).toEqual(['Товары', ['Товары', 'Прочее']]);
    const rows = [];
    for await (const group of table.rows()) rows.push(...group);
    expect(rows).toEqual([
      { row: 1, cells: ['Артикул', 'Название', 'Цена'] },
      { row: 2, cells: ['A-1', 'Квас «Ёж» & Ко', 10.5] },
      { row: 4, cells: ['A-2', true, { day: '2026-03-08' }] },
    ]);
    for await (const [row] of table.onSheet('Прочее').rows()) expect(row?.cells).toEqual(['x']);
    table.close();
  });

  const odsOf = (body: string, type = 'application/vnd.oasis.opendocument.spreadsheet') =>
    zipOf([
      { name: 'mimetype', content: type },
      { name: 'content.xml', content: `<office:document-content>${body}</office:document-content>` },
    ]);
  const sheet = (rows: string) =>
    odsOf(`<office:spreadsheet><table:table table:name="Л">${rows}</table:table></office:spreadsheet>`);

  it('[I704] repeated cells and rows, spaces, notes, currencies and the empty rest of a sheet', async () => {
    const table = await opened(
      sheet(
        '<table:table-column table:visibility="collapse"/>' +
          '<table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="string" table:number-columns-repeated="2"><office:annotation><text:p>заметка</text:p></office:annotation><text:p>Чай<text:s text:c="2"/>чёрный</text:p><text:p>лист</text:p></table:table-cell>' +
          '<table:covered-table-cell/><table:table-cell office:value-type="currency" office:currency="EUR" office:value="5"/>' +
          '<table:table-cell table:number-columns-repeated="16380"/></table:table-row>' +
          '<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
      ),
    );
    const rows = [];
    for await (const group of table.rows()) rows.push(...group);
    const cells = ['Чай  чёрный\nлист', 'Чай  чёрный\nлист', undefined, { amount: 5, currency: 'EUR' }];
    expect(rows).toEqual([
      { row: 1, cells },
      { row: 2, cells },
    ]);
    expect([...table.hiddenColumns]).toEqual([0]);
    table.close();
  });

  it('[I704] a row repeated a million times comes in groups, and a text of repeated spaces is cut', async () => {
    const repeated = await opened(
      sheet(
        '<table:table-row table:number-rows-repeated="1000000"><table:table-cell office:value-type="float" office:value="0" table:number-columns-repeated="1024"/></table:table-row>',
      ),
    );
    for await (const group of repeated.rows()) {
      expect(group).toHaveLength(1000);
      break;
    }
    repeated.close();
    const spaces = await opened(
      sheet(
        `<table:table-row><table:table-cell office:value-type="string"><text:p>x${'<text:s text:c="1024"/>'.repeat(1000)}</text:p></table:table-cell></table:table-row>`,
      ),
    );
    for await (const [row] of spaces.rows()) expect(String(row?.cells[0]).length).toBeLessThan(40_000);
    spaces.close();
  });

  it('[I704] a row repeated beyond any sheet and a document of another kind are refused', async () => {
    const row =
      '<table:table-row table:number-rows-repeated="999999"><table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row>';
    const table = await opened(sheet(row + row));
    await expect(table.rows()[Symbol.asyncIterator]().next()).rejects.toMatchObject({ kind: 'damaged' });
    table.close();
    await expect(opened(odsOf('', 'application/vnd.oasis.opendocument.text'))).rejects.toMatchObject({
      kind: 'wrongType',
    });
  });
});
