import { type RefusalKind, TableRefusal } from './refusal.ts';
import type { Table } from './row.ts';
import { type Book, sheetRows, unescaped } from './sheet.ts';
import { readXml } from './xml.ts';
import { type Archive, openArchive } from './zip.ts';

/**
 * Opens the first visible sheet of an .xlsx file (ECMA-376, transitional or strict).
 * @throws {TableRefusal}
 */
export const openWorkbook = async (path: string): Promise<Table> => {
  const archive = await openArchive(path);
  try {
    const workbookPath = await mainPart(archive);
    const parts = await relations(archive, workbookPath);
    const { sheets, is1904 } = await readSheets(archive, workbookPath);
    const visible = sheets.filter(({ isHidden }) => !isHidden);
    const sheet = visible[0] ?? sheets[0];
    const sheetPath = sheet && parts.byId.get(sheet.relation);
    if (!sheetPath || !archive.has(sheetPath)) throw new TableRefusal('damaged');
    const book: Book = {
      strings: await readStrings(archive, parts.byType.get('sharedStrings')),
      dayStyles: await readDayStyles(archive, parts.byType.get('styles')),
      is1904,
    };
    return {
      sheet: visible.length > 1 ? sheet.name : null,
      rows: () => sheetRows(archive.read(sheetPath), book),
      close: archive.close,
    };
  } catch (error) {
    archive.close();
    throw error;
  }
};

/**
 * Checks a file by its zip directory alone, which is cheap even for a bomb. @throws {TableRefusal} when it is too large
 * or not a workbook
 */
export const checkWorkbook = async (path: string): Promise<void> => {
  const archive = await openArchive(path);
  try {
    await mainPart(archive);
  } finally {
    archive.close();
  }
};

/** Identifies other zip-based documents, so that the error can name the actual type. */
const otherDocument = (archive: Archive): RefusalKind => {
  if (archive.has('xl/workbook.bin')) return 'binaryWorkbook';
  return archive.has('mimetype') && archive.has('content.xml') ? 'openDocument' : 'wrongType';
};

const mainPart = async (archive: Archive): Promise<string> => {
  const usual = 'xl/workbook.xml';
  if (archive.has(usual)) return usual;
  const target = archive.has('_rels/.rels') && (await relations(archive, '')).byType.get('officeDocument');
  if (target && /^xl\/[^/]+\.xml$/.test(target) && archive.has(target)) return target;
  throw new TableRefusal(otherDocument(archive));
};

/**
 * Relations of a part, by id and by the last segment of their type; transitional and strict files differ only before
 * it.
 */
const relations = async (archive: Archive, part: string) => {
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const name = `${folder}_rels/${part.slice(slash)}.rels`;
  const byId = new Map<string, string>();
  const byType = new Map<string, string>();
  if (archive.has(name)) {
    await readXml(archive.read(name), {
      open: (tag, { Id: id, Type: type, Target: target }) => {
        if (tag !== 'Relationship' || !target) return;
        const path = new URL(target, `zip:/${folder}`).pathname.slice(1);
        if (id) byId.set(id, path);
        if (type) byType.set(type.slice(type.lastIndexOf('/') + 1), path);
      },
      close: () => {},
    });
  }
  return { byId, byType };
};

interface SheetEntry {
  name: string;
  relation: string;
  isHidden: boolean;
}

const readSheets = async (archive: Archive, path: string) => {
  const sheets: SheetEntry[] = [];
  let is1904 = false;
  await readXml(archive.read(path), {
    open: (tag, attributes) => {
      if (tag === 'workbookPr') is1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
      if (tag !== 'sheet') return;
      const relation = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';
      const isHidden = ['hidden', 'veryHidden'].includes(attributes['state'] ?? '');
      sheets.push({ name: attributes['name'] ?? '', relation, isHidden });
    },
    close: () => {},
  });
  return { sheets, is1904 };
};

const readStrings = async (archive: Archive, path: string | undefined): Promise<string[]> => {
  const strings: string[] = [];
  if (!path || !archive.has(path)) return strings;
  let text = '';
  let isText = false;
  let isReading = false;
  await readXml(archive.read(path), {
    open: tag => {
      if (tag === 'si') text = '';
      if (tag === 'rPh') isReading = true;
      isText = tag === 't' && !isReading;
    },
    text: part => {
      if (isText) text += part;
    },
    close: tag => {
      isText = false;
      if (tag === 'rPh') isReading = false;
      if (tag === 'si') strings.push(unescaped(text));
    },
  });
  return strings;
};

/** Whether a built-in number format displays a date (ECMA-376, 18.8.30). */
const isBuiltInDay = (format: number): boolean =>
  (format >= 14 && format <= 17) || format === 22 || (format >= 27 && format <= 36) || (format >= 50 && format <= 58);

const showsDay = (code: string): boolean =>
  /[dy]/i.test(code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, '').split(';')[0] ?? '');

const readDayStyles = async (archive: Archive, path: string | undefined): Promise<Set<number>> => {
  const days = new Set<number>();
  if (!path || !archive.has(path)) return days;
  const custom = new Map<number, boolean>();
  let isInCells = false;
  let style = 0;
  await readXml(archive.read(path), {
    open: (tag, attributes) => {
      const format = Number(attributes['numFmtId'] ?? 0);
      if (tag === 'numFmt') custom.set(format, showsDay(attributes['formatCode'] ?? ''));
      if (tag === 'cellXfs') isInCells = true;
      if (tag !== 'xf' || !isInCells) return;
      if (custom.get(format) ?? isBuiltInDay(format)) days.add(style);
      style += 1;
    },
    close: tag => {
      if (tag === 'cellXfs') isInCells = false;
    },
  });
  return days;
};
