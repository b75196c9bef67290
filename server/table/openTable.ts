import { open, readFile, stat } from 'node:fs/promises';
import { type HeaderScore, openCsv } from './csv.ts';
import { detectEncoding } from './encoding.ts';
import { isOpenDocument, openOpenDocument } from './openDocument.ts';
import { TableRefusal } from './refusal.ts';
import type { Table } from './row.ts';
import { findMainPart, openWorkbook } from './workbook.ts';
import { openArchive } from './zip.ts';

const ZIP_SIGNATURE = 'PK\u0003\u0004';
/** The signatures of an empty archive and of a multi-part one. */
const EMPTY_ZIP_SIGNATURES = ['PK\u0005\u0006', 'PK\u0007\u0008'];
/** Signature of compound files ([MS-CFB] 2.2): the old .xls format, and encrypted .xlsx files. */
const COMPOUND_SIGNATURE = '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1';

type TableType = 'workbook' | 'openDocument' | 'text';

/**
 * Detects the file type by content, since extensions are unreliable. Reads little more than the directory of a zip
 * archive, so that a zip bomb is rejected within milliseconds.
 * @throws {TableRefusal} that names the actual type and a remedy
 */
export const recogniseTableType = async (path: string): Promise<TableType> => {
  if ((await stat(path)).size === 0) throw new TableRefusal('empty');
  const start = await readFirstBytes(path, 512);
  if (start.startsWith(ZIP_SIGNATURE)) return detectArchiveType(path);
  if (start.startsWith(COMPOUND_SIGNATURE)) throw new TableRefusal(await diagnoseCompound(path));
  const isMarkup = /^(\s|\u00ef\u00bb\u00bf)*<(!doctype|html|head|meta|table|\?xml)/i.test(start);
  if (isMarkup || ['%PDF', ...EMPTY_ZIP_SIGNATURES].some(signature => start.startsWith(signature)))
    throw new TableRefusal('wrongType');
  return 'text';
};

export const openTable = async (path: string, score: HeaderScore): Promise<Table> => {
  const type = await recogniseTableType(path);
  if (type === 'workbook') return openWorkbook(path);
  if (type === 'openDocument') return openOpenDocument(path);
  const encoding = await detectEncoding(path);
  if (!encoding) throw new TableRefusal('wrongType');
  return openCsv(path, encoding, score);
};

const detectArchiveType = async (path: string): Promise<TableType> => {
  const archive = await openArchive(path);
  try {
    if (await isOpenDocument(archive)) return 'openDocument';
    await findMainPart(archive);
    return 'workbook';
  } finally {
    archive.close();
  }
};

const readFirstBytes = async (path: string, length: number): Promise<string> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
};

/** Stream names in a compound file's directory are UTF-16. */
const diagnoseCompound = async (path: string): Promise<'encrypted' | 'oldWorkbook' | 'wrongType'> => {
  const bytes = await readFile(path);
  const hasName = (name: string) => bytes.includes(Buffer.from(name, 'utf16le'));
  if (hasName('EncryptedPackage')) return 'encrypted';
  return hasName('Workbook') || hasName('Book') ? 'oldWorkbook' : 'wrongType';
};
