import { describe, expect, it } from 'vitest';
import { toStoredCell } from '#server/table/batches.ts';
import { countKnown } from '#server/table/columns.ts';
import { importableFields } from '#server/table/importable.ts';
import { openTable } from '#server/table/openTable.ts';
import { proposeLayout } from '#server/table/proposeLayout.ts';
import { type Cell, toFullText } from '#server/table/row.ts';
import { tableOf } from '#tests/support/mapped.ts';
import { bookParts, fileOf, zipOf } from '#tests/support/tables.ts';

describe('§1 Measures beside other words', () => {
  it('[I821] a currency or unit over a second row of headings, or before another word, is known', async () => {
    const proposed = async (rows: 1 | 2, ...cells: Cell[][]) => {
      const chosen = { header: { row: 1, rows } };
      return (await proposeLayout(tableOf(...cells), { fields: importableFields, lookups: {} }, chosen)).proposal
        .columns;
    };
    const usd = { field: 'price', conversions: [{ kind: 'currency', currency: 'USD' }] };
    const grams = { field: 'weight', conversions: [{ kind: 'unit', unit: 'g' }] };
    expect(
      await proposed(2, ['Артикул', 'Цена, USD', null], [null, 'розница', 'штрихкод'], ['A-1', 10, null]),
    ).toMatchObject([{}, { ...usd, sources: [{ header: 'Цена, USD розница' }] }, {}]);
    expect(await proposed(2, ['Артикул', 'В граммах, г'], [null, 'вес'], ['A-1', 500])).toMatchObject([{}, grams]);
    expect(await proposed(1, ['Артикул', 'Цена розница'], ['A-1', 10])).toMatchObject([
      {},
      { field: 'price', conversions: [] },
    ]);
    expect(await proposed(2, ['Артикул', 'Цена USD, руб'], [null, 'розница'], ['A-1', 10])).toMatchObject([
      {},
      { field: 'price', conversions: [] },
    ]);
  });

  it('[I822] a column knows the conversions for whatever field is chosen for it by hand', async () => {
    const table = tableOf(['Артикул', 'Закупка, USD', 'Полка'], ['A-1', 10, 7]);
    const { columns } = (await proposeLayout(table, { fields: importableFields, lookups: {} })).proposal;
    expect(columns.map(({ field }) => field)).toEqual(['sku', null, null]);
    expect(columns[1]?.conversionsAs).toMatchObject({ price: [{ kind: 'currency', currency: 'USD' }] });
    expect(columns[1]?.conversionsAs).not.toHaveProperty('weight');
    expect(columns[2]?.conversionsAs).toEqual({});
  });

  it('[I820] a unit of weight that the format of a cell shows stays in a text as it is shown', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="0&quot; кг&quot;"/></numFmts>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>';
    const table = await openTable(fileOf(zipOf(bookParts('<row><c s="1"><v>5</v></c></row>', { styles }))), countKnown);
    for await (const [row] of table.rows()) {
      expect(toFullText(row?.cells[0])).toBe('5 кг');
      expect(toStoredCell(row?.cells[0])).toBe('5 кг');
      expect(row?.cells[0]).toMatchObject({ amount: 5, unit: 'kg' });
    }
    table.close();
  });
});
