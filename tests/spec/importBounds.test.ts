import { describe, expect, it } from 'vitest';
import { countKnown } from '#server/table/columns.ts';
import { openTable } from '#server/table/openTable.ts';
import { MAX_TEXT_LENGTH, type Table } from '#server/table/row.ts';
import { bookParts, fileOf, zipOf } from '#tests/support/tables.ts';

const opened = async <T>(bytes: Uint8Array, look: (table: Table) => T): Promise<Awaited<T>> => {
  const table = await openTable(fileOf(bytes), countKnown);
  try {
    return await look(table);
  } finally {
    table.close();
  }
};
const cellsIn = async (table: Table) => {
  const cells = [];
  for await (const group of table.rows()) cells.push(...group.flatMap(row => [...row.cells]));
  return cells;
};

describe('§9 Tables whose parts are larger than any spreadsheet writes', () => {
  it('[I793] a long text is no heading with a measure, and is not searched for one', () => {
    expect(countKnown(['Цена, руб.', `${'a:'.repeat(5000)}${'.'.repeat(10_000)}(`])).toBe(1);
  }, 5000);

  it('[I794] a text of many runs is cut where a spreadsheet would cut it', async () => {
    const run = `<t>${'a'.repeat(20_000)}</t>`;
    const strings = `<si>${`<r>${run}</r>`.repeat(50)}</si>`;
    const cells = `<c t="s"><v>0</v></c><c t="inlineStr"><is>${run.repeat(2)}</is></c>`;
    const found = await opened(zipOf(bookParts(`<row r="1">${cells}</row>`, { strings })), cellsIn);
    expect(found.map(cell => String(cell).length)).toEqual([MAX_TEXT_LENGTH, MAX_TEXT_LENGTH]);
  });

  it('[I794] only columns that a table can have are kept as hidden', async () => {
    const hidden = '<col min="-5000" max="1" hidden="1"/><row r="1"><c><v>1</v></c></row>';
    const found = await opened(zipOf(bookParts(hidden)), async table => {
      await cellsIn(table);
      return [...table.hiddenColumns];
    });
    expect(found).toEqual([0]);
  });

  it('[I795] only the beginning of a manifest is searched for a password', async () => {
    const row = '<table:table-row><table:table-cell><text:p>Чай</text:p></table:table-cell></table:table-row>';
    const book = (manifest: string) =>
      zipOf([
        { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
        { name: 'content.xml', content: `<o><table:table table:name="Лист">${row}</table:table></o>` },
        { name: 'META-INF/manifest.xml', content: manifest },
      ]);
    const protectedPart = '<manifest:encryption-data/>';
    expect(await opened(book(`<m>${'<f/>'.repeat(400_000)}${protectedPart}</m>`), cellsIn)).toEqual(['Чай']);
    await expect(opened(book(`<m>${protectedPart}</m>`), cellsIn)).rejects.toMatchObject({ kind: 'encrypted' });
  });
});
