import { writeOds } from 'hucre/ods';
import { importLimits } from '#contract/limits.ts';
import type { RefusalKind } from '#server/table/refusal.ts';
import { bookParts, csvOf, workbookOf, type ZipEntry, zipOf } from './tables.ts';

type Bytes = Uint8Array | string;

/** A file that does harm, is damaged or is not what its name says. `spy` is an address that none of them may call. */
export interface HostileFile {
  what: string;
  name: string;
  bytes: (spy: string) => Bytes | Promise<Bytes>;
}
interface Refused extends HostileFile {
  kind: RefusalKind;
  values?: Record<string, string | number>;
}
interface Read extends HostileFile {
  new: number;
  faulty: number;
}

const MiB = 2 ** 20;
const rows = [
  ['Артикул', 'Название'],
  ['H-1', 'Чай'],
];
const text = csvOf(rows);
const cell = (content: string): string => `<c t="str"><v>${content}</v></c>`;
const sheet = rows.map(([sku = '', name = ''], at) => `<row r="${at + 1}">${cell(sku)}${cell(name)}</row>`).join('');

const csv = (what: string, bytes: HostileFile['bytes']) => ({ what, name: 'товары.csv', bytes });
const book = (what: string, bytes: HostileFile['bytes']) => ({ what, name: 'товары.xlsx', bytes });
const goodBook = (...parts: ZipEntry[]): Buffer => zipOf([...bookParts(sheet), ...parts]);
const bookWith = (what: string, more: string) => book(what, () => zipOf(bookParts(sheet + more)));
const compound = (stream: string): Buffer =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), Buffer.from(stream, 'utf16le')]);

const odsRow = (times: number): string =>
  `<table:table-row table:number-rows-repeated="${times}"><table:table-cell><text:p>x</text:p></table:table-cell></table:table-row>`;
const ods = (what: string, ...content: string[]) => ({
  what,
  name: 'товары.ods',
  bytes: () =>
    zipOf([
      { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
      { name: 'content.xml', content: `<o><table:table table:name="Лист">${content.join('')}</table:table></o>` },
    ]),
});

/** The links of a workbook to other files, one of which is of another host. */
const linked = (target: string): Buffer => {
  const link = `<Relationship Id="rId9" Type="x/externalLink" TargetMode="External" Target="${target}"/></R`;
  return zipOf(
    bookParts(sheet).map(part =>
      part.name.endsWith('.rels') ? { ...part, content: String(part.content).replace('</R', link) } : part,
    ),
  );
};
const understated = (): Buffer =>
  zipOf(
    bookParts(' '.repeat(64 * MiB)).map(part => (part.name.includes('sheet1') ? { ...part, claimed: 40_000 } : part)),
  );

/** By their first bytes or by their directory, before anything is unpacked. */
export const refusedAtOnce: readonly Refused[] = [
  { ...book('a PDF', () => `%PDF-1.7\n${text}`), kind: 'wrongType' },
  { ...book('a web page', () => '<html><table><tr><td>Название</td></tr></table></html>'), kind: 'wrongType' },
  { ...book('a Word document of old', () => compound('WordDocument')), kind: 'wrongType' },
  { ...book('a Word document', () => zipOf([{ name: 'word/document.xml', content: '<a/>' }])), kind: 'wrongType' },
  { ...book('a workbook in an archive', () => zipOf([{ name: 'a.xlsx', content: goodBook() }])), kind: 'wrongType' },
  { ...book('an empty archive', () => zipOf([])), kind: 'wrongType' },
  { ...book('an old .xls', () => compound('Workbook')), kind: 'oldWorkbook' },
  { ...book('an .xlsb', () => zipOf([{ name: 'xl/workbook.bin', content: 'x' }])), kind: 'binaryWorkbook' },
  { ...book('a workbook with a password', () => compound('EncryptedPackage')), kind: 'encrypted' },
  { ...book('no byte', () => ''), kind: 'empty' },
  { ...book('half a workbook', () => goodBook().subarray(0, 400)), kind: 'damaged' },
  { ...book('a part that climbs out', () => goodBook({ name: '../../x', content: 'x' })), kind: 'damaged' },
  {
    ...book('a zip bomb', () => zipOf(bookParts('').map(part => ({ ...part, claimed: importLimits.unpackedBytes })))),
    kind: 'unpacked',
    values: { limit: importLimits.unpackedBytes / MiB },
  },
];

/** By the thread that reads them, which ends with the first fault. */
export const refusedWhileRead: readonly Refused[] = [
  { ...csv('a program', () => Buffer.from('4d5a90000300000004000000ffff0000', 'hex')), kind: 'wrongType' },
  { ...book('a picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')), kind: 'wrongType' },
  {
    ...book('a document type that names a file', () =>
      zipOf(bookParts(`<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${sheet}`)),
    ),
    kind: 'damaged',
  },
  {
    ...book('a document type that names a host', spy =>
      zipOf(bookParts(`<!DOCTYPE a [<!ENTITY b SYSTEM "${spy}">]>${sheet}`)),
    ),
    kind: 'damaged',
  },
  { ...bookWith('an entity of its own', `<row>${cell('&lol;')}</row>`), kind: 'damaged' },
  { ...bookWith('a hundred thousand levels', '<a>'.repeat(100_000)), kind: 'damaged' },
  { ...bookWith('a cell beyond the last column', '<row r="3"><c r="XFE3"><v>1</v></c></row>'), kind: 'damaged' },
  { ...bookWith('a row beyond the last one', `<row r="1048577">${cell('x')}</row>`), kind: 'damaged' },
  { ...bookWith('rows in disorder', '<row r="2"/>'), kind: 'damaged' },
  { ...bookWith('a text that is not there', '<row r="3"><c t="s"><v>5</v></c></row>'), kind: 'damaged' },
  { ...book('a bomb whose directory understates it', understated), kind: 'damaged' },
  {
    ...book('a text of 100 MiB, packed', () =>
      zipOf(bookParts(sheet, { strings: `<si><t>${' '.repeat(100 * MiB)}</t></si>` })),
    ),
    kind: 'damaged',
  },
  { ...ods('rows repeated beyond any sheet', odsRow(999_999), odsRow(999_999)), kind: 'damaged' },
  { ...csv('only line ends', () => '\n'.repeat(1000)), kind: 'empty' },
  { ...csv('a zero byte in a text', () => `${text}\nH-2;Ко\0фе`), kind: 'wrongType' },
  { ...csv('a quote that never closes', () => `${text}\n"H-2;Кофе\nH-3;Сок\n`), kind: 'openQuote', values: { row: 3 } },
  {
    ...csv('a row of a million letters', () => `${text}\nH-2;${'я'.repeat(1_000_000)}`),
    kind: 'longRow',
    values: { row: 3 },
  },
];

/** Tables without anything to import, kept so that their columns can be chosen by hand. */
export const unread: readonly Refused[] = [
  { ...csv('one byte', () => 'x'), kind: 'noColumns' },
  {
    ...csv('bytes of no encoding', () => Buffer.concat([Buffer.from(text), Buffer.from('fffe80', 'hex')])),
    kind: 'noColumns',
  },
  { ...ods('a row repeated a million times', odsRow(1_000_000)), kind: 'noColumns' },
  { ...csv('a header alone', () => 'Артикул;Название\n'), kind: 'noRows' },
  {
    ...csv('more rows than the database takes', () => `Артикул${'\na'.repeat(importLimits.rows.embedded + 1)}`),
    kind: 'tooManyRows',
    values: { limit: importLimits.rows.embedded },
  },
];

/** Read like any other table; what is strange about them counts for nothing, or is a text. */
export const read: readonly Read[] = [
  { ...csv('a workbook named .csv', () => workbookOf(rows)), new: 1, faulty: 0 },
  { ...book('a text named .xlsx', () => text), new: 1, faulty: 0 },
  { ...csv('an .ods named .csv', () => writeOds({ sheets: [{ name: 'Товары', rows }] })), new: 1, faulty: 0 },
  { ...book('a macro', () => goodBook({ name: 'xl/vbaProject.bin', content: Buffer.alloc(512) })), new: 1, faulty: 0 },
  { ...book('a link to another host', spy => linked(`${spy}/external`)), new: 1, faulty: 0 },
  {
    ...book('a million texts that no cell uses', () =>
      zipOf(bookParts(sheet, { strings: '<si><t>a</t></si>'.repeat(1_000_000) })),
    ),
    new: 1,
    faulty: 0,
  },
  { ...csv('five thousand columns', () => `Артикул;Название;${'x;'.repeat(5000)}\nH-1;Чай`), new: 1, faulty: 0 },
  { ...csv('headings that every object inherits', () => 'Артикул;Название;__proto__\nH-1;Чай;x'), new: 1, faulty: 0 },
  { ...bookWith('a formula without a value', `<row r="3">${cell('H-2')}<c><f>1+1</f></c></row>`), new: 1, faulty: 1 },
  { ...csv('an article that is no article', () => `${text}\nH-2'); drop table products; --;Чай`), new: 1, faulty: 1 },
  { ...csv('a name that is a formula', () => `${text}\nH-2;=cmd|' /C calc'!A0`), new: 2, faulty: 0 },
  { ...csv('a name that is markup', () => `${text}\nH-2;<img src=x onerror=alert(1)>`), new: 2, faulty: 0 },
];
