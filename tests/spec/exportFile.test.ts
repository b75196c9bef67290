import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { type ExportFormat, exportFormats } from '#contract/bulk.ts';
import { date, number, text } from '#contract/kinds.ts';
import type { ExportCell } from '#server/table/exportCell.ts';
import { toFileStream as exportOf } from '#server/table/exportFile.ts';
import { escapeFormula, unescapeFormula } from '#server/table/formulaEscape.ts';
import { openTable } from '#server/table/openTable.ts';
import type { Cell } from '#server/table/row.ts';
import { fileOf } from '#tests/support/tables.ts';

const fields = [text(), number({ decimals: 3 }), date()];
const plain = fields.map((_, at) => `Столбец ${at}`);
async function* given(rows: readonly (readonly ExportCell[])[]) {
  for (const row of rows) yield [row];
}
const columnsOf = (headers: readonly string[]) => fields.map((field, at) => ({ header: headers[at] ?? '', field }));
const bytesOf = async (
  format: ExportFormat,
  rows: readonly (readonly ExportCell[])[],
  headers: readonly string[] = plain,
): Promise<Uint8Array> => {
  const stream = exportOf(format, { title: 'Товары: [все]/*', columns: columnsOf(headers), groups: given(rows) });
  return new Uint8Array(await new Response(stream).arrayBuffer());
};
const readBack = async (bytes: Uint8Array, headers: readonly string[] = plain): Promise<(Cell | undefined)[][]> => {
  const isKnown = (cell: string): boolean => headers.includes(unescapeFormula(cell));
  const table = await openTable(fileOf(bytes), cells => cells.filter(isKnown).length);
  const rows: (Cell | undefined)[][] = [];
  for await (const group of table.rows()) rows.push(...group.map(({ cells }) => [...cells]));
  table.close();
  return rows;
};
const rowsBack = async (bytes: Uint8Array) => (await readBack(bytes)).slice(1);

const BEGINS_FORMULA = /^(\s*[=+\-@＝＋－＠]|[\t\r])/;

/** What people and their enemies put into names. */
const nasty = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.stringMatching(/^'{0,3}[ \t]?[=+\-@][=+\-@'";,\n\tа-яA-Z0-9()!|]{0,20}$/),
  fc.constantFrom(
    '=1+1',
    "=cmd|' /C calc'!A0",
    '@SUM(A1)',
    '+7 900',
    '-хлеб',
    '_x0041_',
    '\t=1',
    '="0123"',
    "'=1",
    '＝1',
  ),
);
/** As the contract keeps one line: without control characters, ends trimmed, not empty. */
const line = nasty.map(text => text.replace(/\p{Cc}|\p{Surrogate}/gu, '').trim()).filter(Boolean);
const row = fc.tuple(
  line,
  fc.integer({ min: 0, max: 99_999_999 }).map(cents => cents / 100),
  fc
    .date({ min: new Date('1950-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map(at => ({ day: at.toISOString().slice(0, 10) })),
);

describe('Exports: the file', () => {
  it('[H644] a text with characters that no workbook can contain does not damage the file', async () => {
    const bytes = await bytesOf('xlsx', [['Квас\uFFFE ржа\uFFFFной', 1, null]]);
    expect(await rowsBack(bytes)).toEqual([['Квас ржаной', 1]]);
    const [sheet] = (await readXlsx(bytes)).sheets;
    expect(sheet?.rows[1]?.[0]).toBe('Квас ржаной');
  });

  it('[X55] [X56] a workbook reads back as written, and no cell is a formula', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async rows => {
        const bytes = await bytesOf('xlsx', rows);
        expect(await rowsBack(bytes)).toEqual(rows);
      }),
      { numRuns: 50 },
    );
  });

  it('[X55] [X56] a text table reads back as written, and no text starts like a formula', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async rows => {
        const bytes = await bytesOf('csv', rows);
        const cells = parse(new TextDecoder().decode(bytes), { delimiter: ';', bom: true }) as string[][];
        for (const [text = ''] of cells) expect(text).not.toMatch(BEGINS_FORMULA);
        const expected = rows.map(([text, number, { day }]) => [
          text,
          String(number).replace('.', ','),
          day.split('-').reverse().join('.'),
        ]);
        expect(await rowsBack(bytes)).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  it.each(exportFormats)('[X55] .%s: a header is written and read like a text cell', async format => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 3, maxLength: 3 }), async headers => {
        const bytes = await bytesOf(format, [], headers);
        expect((await readBack(bytes, headers))[0]).toEqual(headers);
        if (format === 'xlsx') return;
        const [cells = []] = parse(new TextDecoder().decode(bytes), { delimiter: ';', bom: true }) as string[][];
        for (const cell of cells) expect(cell).not.toMatch(BEGINS_FORMULA);
      }),
      { numRuns: 50 },
    );
  });

  it('[X55] the apostrophe that keeps a text from being a formula is taken away again, and no other is', () => {
    fc.assert(
      fc.property(nasty, text => {
        expect(unescapeFormula(escapeFormula(text))).toBe(text);
      }),
    );
    for (const text of ["'тест'", "д'Артаньян", 'Чай', '']) expect(escapeFormula(text)).toBe(text);
  });

  it.each(exportFormats)(
    '[X57] .%s: rows are read as the file is downloaded, and no more once it is aborted',
    async format => {
      let asked = 0;
      let isClosed = false;
      async function* endless() {
        try {
          for (;;) {
            asked += 1;
            yield [[`Товар ${asked} ${Math.imul(asked, 2_654_435_761)}`, asked, { day: '2026-11-21' }]];
          }
        } finally {
          isClosed = true;
        }
      }
      const reader = exportOf(format, { title: 'Товары', columns: columnsOf(plain), groups: endless() }).getReader();
      let taken = 0;
      while (taken < 200_000) taken += (await reader.read()).value?.length ?? 0;
      const before = asked;
      // What is packed and not yet taken: some pieces of 64 kB.
      expect(before).toBeLessThan(40_000);
      await reader.cancel();
      await expect.poll(() => isClosed).toBe(true);
    },
  );
});
