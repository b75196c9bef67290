import { amounts } from '#contract/fields/money.ts';
import { TableRefusal } from './refusal.ts';
import { appendPart, type Measure, type Table } from './row.ts';
import { decodeOoxmlEscapes, readSheetRows, type Styles, type WorkbookData } from './sheet.ts';
import { findCurrency, findWeightUnit } from './units.ts';
import { readXml } from './xml.ts';
import { type Archive, openArchive } from './zip.ts';

/**
 * Opens the first visible sheet of an .xlsx file (ECMA-376, transitional or strict).
 * @throws {TableRefusal}
 */
export const openWorkbook = async (path: string): Promise<Table> => {
  const archive = await openArchive(path);
  try {
    const workbookPath = await findMainPart(archive);
    const relations = await readRelations(archive, workbookPath);
    const { sheets, is1904 } = await readSheets(archive, workbookPath);
    const visibleSheets = sheets.filter(({ isHidden }) => !isHidden);
    const first = visibleSheets[0] ?? sheets[0];
    const book: WorkbookData = {
      strings: await readStrings(archive, relations.byType.get('sharedStrings')),
      styles: await readStyles(archive, relations.byType.get('styles')),
      is1904,
    };
    const names = visibleSheets.map(({ name }) => name);
    const createTable = (sheet: SheetEntry | undefined): Table => {
      const sheetPath = sheet && relations.byId.get(sheet.relation);
      if (!sheetPath || !archive.has(sheetPath)) throw new TableRefusal('damaged');
      const hiddenColumns = new Set<number>();
      return {
        sheet: visibleSheets.length > 1 ? sheet.name : null,
        sheets: names,
        onSheet: name => createTable(findSheet(sheets, name)),
        hiddenColumns,
        isText: false,
        rows: () => readSheetRows(archive.read(sheetPath), book, hiddenColumns),
        close: archive.close,
      };
    };
    return createTable(first);
  } catch (error) {
    archive.close();
    throw error;
  }
};

/** @throws {TableRefusal} when the archive is not a workbook */
export const findMainPart = async (archive: Archive): Promise<string> => {
  const defaultPath = 'xl/workbook.xml';
  if (archive.has(defaultPath)) return defaultPath;
  const target = archive.has('_rels/.rels') && (await readRelations(archive, '')).byType.get('officeDocument');
  if (target && /^xl\/[^/]+\.xml$/.test(target) && archive.has(target)) return target;
  throw new TableRefusal(archive.has('xl/workbook.bin') ? 'binaryWorkbook' : 'wrongType');
};

/**
 * Relations of a part, by id and by the last segment of their type, since transitional and strict files differ only in
 * the segments before it.
 */
const readRelations = async (archive: Archive, part: string) => {
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const name = `${folder}_rels/${part.slice(slash)}.rels`;
  const relationsById = new Map<string, string>();
  const relationsByType = new Map<string, string>();
  if (archive.has(name)) {
    await readXml(archive.read(name), {
      open: (tag, { Id: id, Type: type, Target: target }) => {
        if (tag !== 'Relationship' || !target) return;
        const path = new URL(target, `zip:/${folder}`).pathname.slice(1);
        if (id) relationsById.set(id, path);
        if (type) relationsByType.set(type.slice(type.lastIndexOf('/') + 1), path);
      },
      close: () => {},
    });
  }
  return { byId: relationsById, byType: relationsByType };
};

const findSheet = (sheets: readonly SheetEntry[], name: string): SheetEntry => {
  const sheet = sheets.find(sheet => sheet.name === name);
  if (!sheet) throw new TableRefusal('missingSheet', { sheet: name });
  return sheet;
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
      if (isText) text = appendPart(text, part);
    },
    close: tag => {
      isText = false;
      if (tag === 'rPh') isReading = false;
      if (tag === 'si') strings.push(decodeOoxmlEscapes(text));
    },
  });
  return strings;
};

/** Whether a built-in number format displays a date (ECMA-376, 18.8.30). */
const isBuiltInDay = (format: number): boolean =>
  (format >= 14 && format <= 17) || format === 22 || (format >= 27 && format <= 36) || (format >= 50 && format <= 58);

const isDateFormat = (code: string): boolean =>
  /[dy]/i.test(code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, '').split(';')[0] ?? '');

/**
 * The unit of weight or the foreign currency that a number format shows, such as `[$USD-409]`, `"$"` or `0" г"`.
 * Unknown currency codes count as foreign. Built-in formats are ignored, because what they show depends on the
 * computer's settings.
 */
const parseFormatMeasure = (code: string): Measure | null => {
  const currencyTexts = [...code.matchAll(/\[\$([^\]-]*)[^\]]*\]|"([^"]+)"|([$€£¥₸₴])/g)].map(
    ([, listed = '', quoted = '', bare = '']) => ({ listed: listed.trim(), any: (listed || quoted || bare).trim() }),
  );
  const currency = currencyTexts.map(({ any }) => findCurrency(any)).find(Boolean);
  const [weight] = currencyTexts.flatMap(({ any }) => {
    const unit = findWeightUnit(any);
    return unit ? [{ unit, word: any }] : [];
  });
  if (!currency && weight) return weight;
  const displayCurrency = currency ?? currencyTexts.find(({ listed }) => listed)?.listed ?? amounts.limits.currency;
  return displayCurrency === amounts.limits.currency ? null : { currency: displayCurrency };
};

const readStyles = async (archive: Archive, path: string | undefined): Promise<Styles> => {
  const days = new Set<number>();
  const measures = new Map<number, Measure>();
  const styles = { days, measures };
  if (!path || !archive.has(path)) return styles;
  const custom = new Map<number, string>();
  let isInCells = false;
  let style = 0;
  await readXml(archive.read(path), {
    open: (tag, attributes) => {
      const format = Number(attributes['numFmtId'] ?? 0);
      if (tag === 'numFmt') custom.set(format, attributes['formatCode'] ?? '');
      if (tag === 'cellXfs') isInCells = true;
      if (tag !== 'xf' || !isInCells) return;
      const code = custom.get(format);
      const measure = code === undefined ? null : parseFormatMeasure(code);
      if (code === undefined ? isBuiltInDay(format) : isDateFormat(code)) days.add(style);
      else if (measure) measures.set(style, measure);
      style += 1;
    },
    close: tag => {
      if (tag === 'cellXfs') isInCells = false;
    },
  });
  return styles;
};
