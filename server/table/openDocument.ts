import { createOpenDocumentHandlers } from './openDocumentRows.ts';
import { TableRefusal } from './refusal.ts';
import type { Table, TableRow } from './row.ts';
import { parseXml, readXml } from './xml.ts';
import { type Archive, openArchive } from './zip.ts';

const MEDIA_TYPE = 'application/vnd.oasis.opendocument.spreadsheet';
const CONTENT_PATH = 'content.xml';
const MANIFEST_PATH = 'META-INF/manifest.xml';

/** Whether an archive is an .ods file (OpenDocument 1.3, part 3). @throws {TableRefusal} when it has a password */
export const isOpenDocument = async (archive: Archive): Promise<boolean> => {
  if (!archive.has('mimetype') || !archive.has(CONTENT_PATH)) return false;
  let type = '';
  for await (const chunk of archive.read('mimetype')) {
    type += chunk.toString('latin1');
    if (type.length > MEDIA_TYPE.length * 2) break;
  }
  if (!type.startsWith(MEDIA_TYPE)) return false;
  if (await isEncrypted(archive)) throw new TableRefusal('encrypted');
  return true;
};

/**
 * The limit is low, because a table's manifest names only a few files, and a long manifest would block the main thread,
 * where it is parsed.
 */
const MAX_MANIFEST_BYTES = 2 ** 20;

const isEncrypted = async (archive: Archive): Promise<boolean> => {
  if (!archive.has(MANIFEST_PATH)) return false;
  let isFound = false;
  let bytes = 0;
  const countBytes = async function* () {
    for await (const chunk of archive.read(MANIFEST_PATH)) {
      bytes += chunk.length;
      yield chunk;
    }
  };
  const open = (tag: string) => {
    isFound ||= tag === 'encryption-data';
  };
  for await (const _ of parseXml(countBytes(), { open, close: () => {} }))
    if (isFound || bytes >= MAX_MANIFEST_BYTES) break;
  return isFound;
};

/** @throws {TableRefusal} */
export const openOpenDocument = async (path: string): Promise<Table> => {
  const archive = await openArchive(path);
  try {
    const sheets = await readSheets(archive);
    const visibleSheets = sheets.filter(({ isHidden }) => !isHidden);
    const createTable = (sheet: SheetEntry | undefined): Table => {
      if (!sheet) throw new TableRefusal('damaged');
      const hiddenColumns = new Set<number>();
      return {
        sheet: visibleSheets.length > 1 ? sheet.name : null,
        sheets: visibleSheets.map(({ name }) => name),
        onSheet: name => createTable(findSheet(sheets, name)),
        hiddenColumns,
        isText: false,
        rows: () => readSheetRows(archive, sheet.at, hiddenColumns),
        close: archive.close,
      };
    };
    return createTable(visibleSheets[0] ?? sheets[0]);
  } catch (error) {
    archive.close();
    throw error;
  }
};

interface SheetEntry {
  at: number;
  name: string;
  isHidden: boolean;
}

const findSheet = (sheets: readonly SheetEntry[], name: string): SheetEntry => {
  const sheet = sheets.find(sheet => sheet.name === name);
  if (!sheet) throw new TableRefusal('missingSheet', { sheet: name });
  return sheet;
};

const readSheets = async (archive: Archive): Promise<SheetEntry[]> => {
  const sheets: SheetEntry[] = [];
  const hiddenStyles = new Set<string | undefined>();
  let style: string | undefined;
  let depth = 0;
  await readXml(archive.read(CONTENT_PATH), {
    open: (tag, attributes) => {
      if (tag === 'style') style = attributes['style:name'];
      if (tag === 'table-properties' && attributes['table:display'] === 'false') hiddenStyles.add(style);
      if (tag !== 'table') return;
      depth += 1;
      if (depth > 1) return;
      const isHidden = hiddenStyles.has(attributes['table:style-name']);
      sheets.push({ at: sheets.length, name: attributes['table:name'] ?? '', isHidden });
    },
    close: tag => {
      if (tag === 'table') depth -= 1;
    },
  });
  return sheets;
};

/** A repeated row is stored once with its count, so that a small file cannot fill the memory. */
const MAX_ROWS_AT_ONCE = 1000;

async function* readSheetRows(
  archive: Archive,
  sheetIndex: number,
  hiddenColumns: Set<number>,
): AsyncGenerator<readonly TableRow[]> {
  let foundRows: { row: TableRow; times: number }[] = [];
  let isOver = false;
  const handlers = createOpenDocumentHandlers(sheetIndex, {
    onRow: (row, repeatCount) => foundRows.push({ row, times: repeatCount }),
    onHidden: column => hiddenColumns.add(column),
    onEnd: () => {
      isOver = true;
    },
  });
  for await (const _ of parseXml(archive.read(CONTENT_PATH), handlers)) {
    const group = foundRows;
    foundRows = [];
    yield* groupRows(group);
    if (isOver) return;
  }
}

function* groupRows(foundRows: readonly { row: TableRow; times: number }[]): Generator<readonly TableRow[]> {
  let group: TableRow[] = [];
  for (const { row, times } of foundRows)
    for (let rowIndex = 0; rowIndex < times; rowIndex += 1) {
      group.push({ ...row, row: row.row + rowIndex });
      if (group.length < MAX_ROWS_AT_ONCE) continue;
      yield group;
      group = [];
    }
  if (group.length > 0) yield group;
}
