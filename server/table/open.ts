import { open, readFile, stat } from 'node:fs/promises';
import { type HeaderScore, openCsv } from './csv.ts';
import { encodingOf } from './encoding.ts';
import { TableRefusal } from './refusal.ts';
import type { Table } from './row.ts';
import { checkWorkbook, openWorkbook } from './workbook.ts';

const ZIP = 'PK\u0003\u0004';
/** The signature of compound files ([MS-CFB] 2.2): old workbooks, and encrypted new ones. */
const COMPOUND = '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1';

/**
 * Recognises a table by its content, since names prove nothing. Of a workbook only the zip directory is read, so that a
 * bomb is refused within milliseconds.
 * @throws {TableRefusal} that says what the file is instead and what to do.
 */
export const recognise = async (path: string): Promise<'workbook' | 'text'> => {
  if ((await stat(path)).size === 0) throw new TableRefusal('empty');
  const start = await firstBytes(path, 512);
  if (start.startsWith(ZIP)) {
    await checkWorkbook(path);
    return 'workbook';
  }
  if (start.startsWith(COMPOUND)) throw new TableRefusal(await compoundFault(path));
  const isMarkup = /^(\s|\u00ef\u00bb\u00bf)*<(!doctype|html|head|meta|table|\?xml)/i.test(start);
  if (isMarkup || start.startsWith('%PDF')) throw new TableRefusal('wrongType');
  return 'text';
};

/** Opens a table file. @throws {TableRefusal} */
export const openTable = async (path: string, score: HeaderScore): Promise<Table> => {
  if ((await recognise(path)) === 'workbook') return openWorkbook(path);
  const encoding = await encodingOf(path);
  if (!encoding) throw new TableRefusal('wrongType');
  return openCsv(path, encoding, score);
};

const firstBytes = async (path: string, length: number): Promise<string> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
};

/** The directory of a compound file names its streams in UTF-16. */
const compoundFault = async (path: string): Promise<'encrypted' | 'oldWorkbook' | 'wrongType'> => {
  const bytes = await readFile(path);
  const holds = (name: string) => bytes.includes(Buffer.from(name, 'utf16le'));
  if (holds('EncryptedPackage')) return 'encrypted';
  return holds('Workbook') || holds('Book') ? 'oldWorkbook' : 'wrongType';
};
