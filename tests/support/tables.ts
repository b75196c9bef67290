import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';

type Value = string | number | boolean | Date | null;

const folder = mkdtempSync(join(tmpdir(), 'vitrina-tables-'));
let written = 0;

/** Writes a file into the test run's folder, because the import reads from disk. @returns its path */
export const fileOf = (bytes: Uint8Array | string, name = 'table'): string => {
  written += 1;
  const path = join(folder, `${written}-${name}`);
  writeFileSync(path, bytes);
  return path;
};

export const workbookOf = (rows: readonly (readonly Value[])[], name = 'Товары'): Promise<Uint8Array> =>
  writeXlsx({ sheets: [{ name, rows: rows.map(row => [...row]) }] });

export const csvOf = (rows: readonly (readonly string[])[], delimiter = ';'): string =>
  rows.map(row => row.map(cell => quoted(cell, delimiter)).join(delimiter)).join('\r\n');

const quoted = (cell: string, delimiter: string): string =>
  cell.includes(delimiter) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

export interface ZipEntry {
  name: string;
  content: string | Uint8Array;
  /** Unpacked size that the directory claims, when it lies. */
  claimed?: number;
  /** The name as stored, when it is not in UTF-8. */
  nameBytes?: Uint8Array;
  /** General purpose flags, such as 1 for an encrypted entry. */
  flags?: number;
}

/** A hand-made zip archive, because no library writes a false directory. */
export const zipOf = (entries: readonly ZipEntry[]): Buffer => {
  const bodies: Buffer[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, content, claimed, nameBytes = Buffer.from(name), flags = 0 } of entries) {
    const plain = Buffer.from(content as string);
    const packed = deflateRawSync(plain);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claimed ?? plain.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const body = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, nameBytes, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, place, nameBytes);
    bodies.push(body);
    offset += body.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, listed, end]);
};

export const bookParts = (
  sheetData: string,
  more: Partial<Record<'styles' | 'strings' | 'workbookPr', string>> = {},
): ZipEntry[] => [
  {
    name: 'xl/workbook.xml',
    content: `<workbook>${more.workbookPr ?? ''}<sheets><sheet name="Лист" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content:
      '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/>' +
      '<Relationship Id="rId2" Type="x/styles" Target="styles.xml"/>' +
      '<Relationship Id="rId3" Type="x/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>',
  },
  { name: 'xl/styles.xml', content: `<styleSheet>${more.styles ?? ''}</styleSheet>` },
  { name: 'xl/sharedStrings.xml', content: `<sst>${more.strings ?? ''}</sst>` },
  { name: 'xl/worksheets/sheet1.xml', content: `<worksheet><sheetData>${sheetData}</sheetData></worksheet>` },
];
