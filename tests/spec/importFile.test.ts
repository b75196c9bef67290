import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importLimits } from '#contract/limits.ts';
import { countKnown } from '#server/table/columns.ts';
import { openTable } from '#server/table/openTable.ts';
import { TableRefusal } from '#server/table/refusal.ts';
import type { TableRow } from '#server/table/row.ts';
import { bookParts, csvOf, fileOf, workbookOf, zipOf } from '#tests/support/tables.ts';

const read = async (bytes: Uint8Array | string): Promise<TableRow[]> => {
  const table = await openTable(fileOf(bytes), countKnown);
  try {
    const rows: TableRow[] = [];
    for await (const group of table.rows()) rows.push(...group);
    return rows;
  } finally {
    table.close();
  }
};
const cellsOf = async (bytes: Uint8Array | string) => (await read(bytes)).map(({ cells }) => cells);
const refusalOf = async (bytes: Uint8Array | string): Promise<string> => {
  try {
    await read(bytes);
  } catch (error) {
    if (error instanceof TableRefusal) return error.kind;
    throw error;
  }
  return 'read';
};

const header = ['Название', 'Артикул', 'Вес, кг'];
const rows = [header, ['Щётка «Ёж», мягкая', 'A-1', '0,5'], ['Чай; чёрный', 'B-2', '1,25']];

/** Windows-1251 of Russian text. */
const cp1251 = (text: string): Buffer =>
  Buffer.from(
    [...text].map(letter => {
      if (letter === 'Ё') return 0xa8;
      if (letter === 'ё') return 0xb8;
      if (letter === '«') return 0xab;
      if (letter === '»') return 0xbb;
      const code = letter.codePointAt(0) ?? 0;
      return code < 128 ? code : code - 0x410 + 0xc0;
    }),
  );
const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

describe('§1 Import of nomenclature: what counts as a table', () => {
  const text = csvOf(rows);
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['windows-1251', cp1251(text)],
    ['UTF-16 LE with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 BE with a mark', utf16be(`\ufeff${text}`)],
    ['lines that end in CR alone', Buffer.from(text.replace(/\r?\n/g, '\r'))],
    ['UTF-16 LE without a mark', Buffer.from(text, 'utf16le')],
    ['UTF-16 BE without a mark', utf16be(text)],
  ])('[I1] a .csv in %s is read as it was written', async (_, bytes) => {
    expect(await cellsOf(bytes)).toEqual(rows);
  });

  it.each([';', ',', '\t'])('[I1] a .csv divided by %j is read, whatever else its cells hold', async delimiter => {
    expect(await cellsOf(csvOf(rows, delimiter))).toEqual(rows);
  });

  it('[I5] a row of an unquoted .csv with more values than columns is reported, unless the rest is empty', async () => {
    const unquoted = 'Название,Артикул,Цена\nЧай,A-1,12,50\nКофе,A-2,13,\n';
    expect((await read(unquoted)).map(({ isOverfull }) => isOverfull)).toEqual([undefined, true, undefined]);
  });

  it('[I1] a header with commas inside its names does not mislead the reader of an unquoted .csv', async () => {
    expect(await cellsOf('Название;Вес, кг;Цена, RUB\nЧай;0,1;99,90\n')).toEqual([
      ['Название', 'Вес, кг', 'Цена, RUB'],
      ['Чай', '0,1', '99,90'],
    ]);
  });

  it('[I1] a line «sep=» before the header names the delimiter and is no row', async () => {
    expect(await read('sep=,\r\nНазвание,Артикул\r\nЧай,A')).toEqual([
      { row: 1, cells: ['Название', 'Артикул'] },
      { row: 2, cells: ['Чай', 'A'] },
    ]);
  });

  it('[I6] empty lines and line breaks inside quotes count as the spreadsheet counts them', async () => {
    const found = await read('Название;Артикул\n"Чай\nчёрный";A\n\n;\nКофе "Утро";B\n="0123";C\n');
    expect(found.slice(1)).toEqual([
      { row: 2, cells: ['Чай\nчёрный', 'A'] },
      { row: 5, cells: ['Кофе "Утро"', 'B'] },
      { row: 6, cells: ['0123', 'C'] },
    ]);
  });

  it('[I1] an .xlsx yields texts, numbers, booleans and dates', async () => {
    const bytes = await workbookOf([header, ['Чай', 42, 0.5], ['Кофе', true, new Date('2026-03-08')], [], [null, 'C']]);
    expect(await read(bytes)).toEqual([
      { row: 1, cells: header },
      { row: 2, cells: ['Чай', 42, 0.5] },
      { row: 3, cells: ['Кофе', true, { day: '2026-03-08' }] },
      { row: 5, cells: [undefined, 'C'] },
    ]);
  });

  it('[I1] formulas yield their cached values, or an error if there is none', async () => {
    const sheet =
      '<row r="1"><c r="A1" t="str"><f>B1&amp;"!"</f><v>Чай!</v></c><c r="B1"><f>1+1</f><v>2</v></c>' +
      '<c r="C1"><f>1+1</f></c><c r="D1" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>';
    expect(await cellsOf(zipOf(bookParts(sheet)))).toEqual([['Чай!', 2, { error: '=' }, { error: '#DIV/0!' }]]);
  });

  it('[I1] shared and rich texts are read completely, without phonetic hints', async () => {
    const strings =
      '<si><t xml:space="preserve"> Чай </t></si><si><r><t>Ко</t></r><r><rPr><b/></rPr><t>фе_x000D_</t></r><rPh sb="0" eb="1"><t>ЧТЕНИЕ</t></rPh></si>';
    const sheet = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>';
    expect(await cellsOf(zipOf(bookParts(sheet, { strings })))).toEqual([[' Чай ', undefined, 'Кофе\r']]);
  });

  it('[I18] dates are recognised by cell style, in the 1900 and 1904 systems', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy;@"/><numFmt numFmtId="165" formatCode="0.00&quot; day&quot;"/></numFmts>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>';
    const sheet = [0, 1, 2, 3].map(style => `<c s="${style}"><v>45000</v></c>`).join('');
    const day = { day: '2023-03-15' };
    expect(await cellsOf(zipOf(bookParts(`<row>${sheet}</row>`, { styles })))).toEqual([[45000, day, day, 45000]]);
    const from1904 = bookParts(`<row>${sheet}</row>`, { styles, workbookPr: '<workbookPr date1904="1"/>' });
    expect((await cellsOf(zipOf(from1904)))[0]?.[1]).toEqual({ day: '2027-03-16' });
  });

  it('[I1] the first sheet that is not hidden is read, and the others are known to exist', async () => {
    const [workbook, rels, ...others] = bookParts('<row><c t="inlineStr"><is><t>скрытый</t></is></c></row>');
    const parts = [
      {
        name: 'xl/workbook.xml',
        content:
          '<x:workbook xmlns:x="m"><x:sheets><x:sheet name="Служебный" state="hidden" r:id="rId1"/><x:sheet name="Товары" r:id="rId9"/><x:sheet name="Цены" r:id="rId1"/></x:sheets></x:workbook>',
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content: String(rels?.content).replace(
          '</R',
          '<Relationship Id="rId9" Type="x/worksheet" Target="/xl/worksheets/other.xml"/></R',
        ),
      },
      ...others,
      {
        name: 'xl/worksheets/other.xml',
        content:
          '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>',
      },
    ];
    expect(workbook?.name).toBe('xl/workbook.xml');
    const table = await openTable(fileOf(zipOf(parts)), countKnown);
    expect(table.sheet).toBe('Товары');
    table.close();
    expect(await cellsOf(zipOf(parts))).toEqual([[7]]);
  });
});

describe('§1 Import of nomenclature: what is refused as a whole', () => {
  const compound = (stream: string) =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), Buffer.from(stream, 'utf16le')]);

  it.each([
    ['an empty file', Buffer.alloc(0), 'empty'],
    ['an encrypted workbook', compound('EncryptedPackage'), 'encrypted'],
    ['an old .xls', compound('Workbook'), 'oldWorkbook'],
    ['a Word document of old', compound('WordDocument'), 'wrongType'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'wrongType'],
    ['a program', Buffer.from('4d5a90000300000004000000ffff0000', 'hex'), 'wrongType'],
    ['a zip inside a zip', zipOf([{ name: 'a.zip', content: 'PK' }]), 'wrongType'],
    ['a document type of its own', zipOf(bookParts('<!DOCTYPE a [<!ENTITY b "c">]><row/>')), 'damaged'],
    ['a cell beyond the last column', zipOf(bookParts('<row r="1"><c r="XFE1"><v>1</v></c></row>')), 'damaged'],
    ['a PDF', '%PDF-1.7\nНазвание;Артикул', 'wrongType'],
    ['a web page named .xls', '\r\n<html><table><tr><td>Название</td></tr></table></html>', 'wrongType'],
    ['a zip of something else', zipOf([{ name: 'word/document.xml', content: '<a/>' }]), 'wrongType'],
    ['an .xlsb', zipOf([{ name: 'xl/workbook.bin', content: 'x' }]), 'binaryWorkbook'],
    ['a workbook cut short', zipOf(bookParts('<row/>')).subarray(0, 300), 'damaged'],
    ['a sheet cut short', zipOf(bookParts('<row><c><v>1')), 'damaged'],
    ['rows in disorder', zipOf(bookParts('<row r="2"/><row r="1"/>')), 'damaged'],
    ['a row beyond any spreadsheet', zipOf(bookParts('<row r="9999999"><c><v>1</v></c></row>')), 'damaged'],
    ['a text that the workbook has not', zipOf(bookParts('<row><c t="s"><v>5</v></c></row>')), 'damaged'],
    ['an entity of its own', zipOf(bookParts('<row><c t="str"><v>&lol;</v></c></row>')), 'damaged'],
    ['a document without end of depth', zipOf(bookParts('<a>'.repeat(1000))), 'damaged'],
    ['a text of nothing but line ends', `Артикул${'\n'.repeat(1_100_000)}`, 'tooManyRows'],
    ['a quote that never closes', 'Название;Артикул\n"Чай;A\nКофе;B\n', 'openQuote'],
  ])('[I17] %s is refused by what it is', async (_, bytes, kind) => {
    expect(await refusalOf(bytes)).toBe(kind);
  });

  it('[I16] a zip bomb is refused from its directory: its body is not even read', async () => {
    const parts = bookParts('<row/>').map(part => ({ ...part, claimed: importLimits.unpackedBytes }));
    const bytes = zipOf(parts);
    const bodiesEnd = bytes.indexOf('PK\x01\x02', 0, 'latin1');
    bytes.fill(0, 30, bodiesEnd);
    expect(await refusalOf(bytes)).toBe('unpacked');
  });

  const lying = (claimed: number) =>
    zipOf(
      bookParts('').map(part =>
        part.name.includes('sheet1')
          ? { ...part, content: Buffer.concat([Buffer.from('<worksheet>'), Buffer.alloc(2 ** 26, ' ')]), claimed }
          : part,
      ),
    );

  it('[I16] a zip directory that understates the size is refused at once', async () => {
    await expect(openTable(fileOf(lying(100)), countKnown)).rejects.toMatchObject({ kind: 'damaged' });
  });

  it('[I16] a sheet that unpacks to more than its directory states is refused at the first surplus chunk', async () => {
    const table = await openTable(fileOf(lying(40_000)), countKnown);
    await expect(table.rows()[Symbol.asyncIterator]().next()).rejects.toMatchObject({ kind: 'damaged' });
    table.close();
  });

  it('[I16] a sheet with a wrong checksum is refused', async () => {
    const bytes = zipOf(bookParts('<row><c><v>12345</v></c></row>'));
    const sum = bytes.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1')) + 16;
    bytes.writeUInt32LE(1, sum);
    expect(await refusalOf(bytes)).toBe('damaged');
  });

  it('[I17] with any bytes changed, the reader either reads or refuses the file', async () => {
    const whole = [
      Buffer.from(await workbookOf([...rows, ['Кофе', 5, 1.5]])),
      zipOf(bookParts('<row r="1"><c r="A1" t="str"><v>Чай</v></c></row>')),
      cp1251(csvOf(rows)),
      Buffer.from(`\ufeff${csvOf(rows)}`, 'utf16le'),
    ];
    const mutated = fc
      .record({
        bytes: fc.constantFrom(...whole),
        changes: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 12 }),
        cut: fc.option(fc.nat()),
      })
      .map(({ bytes, changes, cut }) => {
        const copy = Buffer.from(bytes);
        for (const [at, byte] of changes) copy[at % copy.length] = byte;
        return cut === null ? copy : copy.subarray(0, cut % copy.length);
      });
    await fc.assert(
      fc.asyncProperty(mutated, async bytes => {
        expect(typeof (await refusalOf(bytes))).toBe('string');
      }),
      { numRuns: 400 },
    );
  });

  it('[I17] the same holds for any change inside a workbook’s XML', async () => {
    const sheet = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>45000</v></c></row>';
    const parts = bookParts(sheet, {
      strings: '<si><t>Чай</t></si>',
      styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
    });
    const change = fc.record({
      part: fc.nat(parts.length - 1),
      at: fc.nat(),
      text: fc.string({ unit: 'binary', maxLength: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 4 }), async changes => {
        const changed = parts.map(part => ({ ...part, content: String(part.content) }));
        for (const { part, at, text } of changes) {
          const { content } = changed[part] as { content: string };
          const place = at % content.length;
          (changed[part] as { content: string }).content =
            content.slice(0, place) + text + content.slice(place + text.length);
        }
        expect(typeof (await refusalOf(zipOf(changed)))).toBe('string');
      }),
      { numRuns: 300 },
    );
  });

  it('[I1] the file type is detected by content, never by name', async () => {
    const table = await openTable(fileOf(await workbookOf(rows), 'table.csv'), countKnown);
    for await (const [first] of table.rows()) expect(first?.cells).toEqual(header);
    table.close();
  });
});
