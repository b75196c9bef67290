import { type Field, type Kind, text } from '#contract/fields.ts';
import { isReferenceName, referenceOf } from '#contract/references.ts';
import { statuses as englishStatuses } from '#i18n/en/resources.ts';
import type { importLog } from '#i18n/ru/importLog.ts';
import { statuses as russianStatuses } from '#i18n/ru/resources.ts';
import type { Values } from '#i18n/translate.ts';
import { isCut, isDateText, isDayOfMonth, isSheetError, isShortened } from './damage.ts';
import { type Cell, NO_FORMULA_VALUE, rounded, shown } from './row.ts';
import { parted, partedPath } from './several.ts';

export type FaultKind = keyof typeof importLog.fault;
export interface Fault {
  kind: FaultKind;
  values?: Values;
}
/** What a cell says, not yet held against the contract; or why it says nothing. `doubt`: a fault unless the record has just that. */
export type Parsed = { value: unknown; doubt?: Fault } | { fault: Fault };

/**
 * Ids of the values of each reference, by folded name, code and other short text, and of the categories of each platform
 * (`categoriesOf`), by folded path; 0 where several share one.
 */
export type Lookups = Readonly<Record<string, ReadonlyMap<string, number>>>;

/** Lookups with more values in some references. */
export const withAdded = (lookups: Lookups, added: Lookups): Lookups => ({
  ...lookups,
  ...Object.fromEntries(
    Object.entries(added).map(([of, byText]) => [of, new Map([...(lookups[of] ?? []), ...byText])]),
  ),
});

export type FilledCell = Exclude<Cell, null>;
type Parser<K extends Kind> = (cell: FilledCell, field: Field<K>, lookups: Lookups) => Parsed;

const value = (of: unknown): Parsed => ({ value: of });
const fault = (kind: FaultKind, values?: Values): Parsed => ({ fault: values ? { kind, values } : { kind } });

/** How names and codes of reference values are compared: case, ё and spaces do not matter. */
export const foldedName = (name: string): string => name.toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim();

/** Control characters cannot be seen, and NUL cannot be stored; line ends are those of Unix. */
const cleaned = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]|\ufeff/gu, '')
    .trim();

const written = (cell: FilledCell): string => cleaned(shownWhole(cell));
const shownWhole = (cell: FilledCell): string => (typeof cell === 'string' ? cell : shown(cell));

const parseText: Parser<'text'> = (cell, { mayBeCode }) => textual(cell, inOneLine(written(cell)), mayBeCode);

/** Not by one pattern of spaces around a line's end: that takes the square of how many there are. */
const inOneLine = (text: string): string =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
    .join(' ');

const parseLongText: Parser<'longText'> = cell => textual(cell, written(cell));

const textual = (cell: FilledCell, text: string, mayBeCode = false): Parsed => {
  const doubt = doubtOf(cell, text, mayBeCode);
  return doubt ? { value: text, doubt: { kind: doubt } } : value(text);
};

/** What a spreadsheet seems to have done to a text. */
const doubtOf = (cell: FilledCell, text: string, mayBeCode: boolean): FaultKind | null => {
  if (isSheetError(cell)) return 'sheetError';
  if (isShortened(text) || isCut(cell)) return 'shortened';
  return mayBeCode && (isDay(cell) || isDayOfMonth(text)) ? 'dateForCode' : null;
};

const isDay = (cell: FilledCell): cell is { day: string } => typeof cell === 'object' && 'day' in cell;

const parseBarcode: Parser<'barcode'> = cell => {
  if (isCut(cell)) return fault('shortened');
  if (typeof cell === 'number') return Number.isSafeInteger(cell) ? value(String(cell)) : fault('notDigits');
  const text = written(cell);
  if (isDay(cell) || isDateText(text)) return fault('dateForDigits');
  if (isShortened(text)) return fault('shortened');
  const letter = lookalike(text);
  return letter ? fault('lookalike', { letter }) : value(text.replace(/\s/g, ''));
};

/** A letter among digits that looks like one of them: both alphabets have an O, an I and a З. */
const lookalike = (text: string): string | null =>
  /^[\dOОIІЗBВ\s]+$/i.test(text) ? (/\D/.exec(text.replace(/\s/g, ''))?.[0] ?? null) : null;

/** Groups of thousands by spaces of any width; `1.234,5` and `1,234.5` are told by what comes last. */
const numberOf = (text: string): number | null => {
  const compact = text.replace(/[\s\u00a0\u2009\u202f']/g, '');
  if (!/^[+-]?[\d.,]+$/.test(compact)) return null;
  const [comma, point] = [compact.lastIndexOf(','), compact.lastIndexOf('.')];
  const isGrouped = comma >= 0 && point >= 0;
  const plain = isGrouped ? compact.replaceAll(comma > point ? '.' : ',', '') : compact;
  const number = Number(plain.replace(',', '.'));
  return Number.isFinite(number) ? number : null;
};

const parseAmount = (cell: FilledCell, unit: RegExp, decimals: number): Parsed => {
  if (typeof cell === 'number') return value(rounded(cell));
  if (isDay(cell)) return fault('dateForDigits');
  if (typeof cell !== 'string') return fault('notNumber');
  const text = cleaned(cell);
  if (isShortened(text)) return fault('shortened');
  if (isDateText(text)) return fault('dateForDigits');
  const letter = lookalike(text.replace(/[.,]/g, ''));
  if (letter) return fault('lookalike', { letter });
  const bare = text.replace(unit, '').trimEnd();
  if (decimals < 3 && /^[+-]?\d{1,3}(,\d{3})+$/.test(bare)) return fault('groupedByCommas');
  const number = numberOf(bare);
  return number === null ? fault('notNumber') : value(number);
};

const roubles = /(₽|руб\.?|р\.?|rub)$/i;
const units = { kg: /(кг|kg)\.?$/i } as const;
const noUnit = /(?!)/;

const yes = new Set(['да', 'yes', 'true', 'истина', '1', '+']);
const no = new Set(['нет', 'no', 'false', 'ложь', '0', '-']);

const parseFlag: Parser<'flag'> = cell => {
  if (typeof cell === 'boolean') return value(cell);
  const word = written(cell).toLowerCase();
  if (yes.has(word)) return value(true);
  return no.has(word) ? value(false) : fault('notFlag');
};

const parseDate: Parser<'date'> = cell => {
  if (isDay(cell)) return value(cell.day);
  if (typeof cell !== 'string') return fault('notDate');
  const text = cleaned(cell)
    .replace(/[ T]\d{1,2}:\d\d(:\d\d(\.\d+)?)?Z?$/, '')
    .replace(/г\.?$/, '')
    .trimEnd();
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (iso) return value(text);
  const [, day, month, year] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text) ?? [];
  return day && month && year ? value(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`) : fault('notDate');
};

const labelsOf = (catalogue: object, word: string): string => (catalogue as Record<string, string>)[word] ?? word;

const parseStatus: Parser<'status'> = (cell, { values }) => {
  const word = foldedName(written(cell));
  const found = values.find(one =>
    [one, labelsOf(russianStatuses, one), labelsOf(englishStatuses, one)].some(label => foldedName(label) === word),
  );
  return found
    ? value(found)
    : fault('notStatus', { values: values.map(one => labelsOf(russianStatuses, one)).join(', ') });
};

const parseReference: Parser<'reference'> = (cell, { of }, lookups) => idOf(written(cell), of, lookups);

const idOf = (name: string, of: string, lookups: Lookups): Parsed => {
  const id = lookups[of]?.get(foldedName(name));
  if (id) return value(id);
  const reference = isReferenceName(of) ? referenceOf(of).ru[1] : of;
  return fault(id === 0 ? 'severalValues' : 'unknownValue', { reference });
};

const parseReferences: Parser<'references'> = (cell, { of }, lookups) => {
  const ids: unknown[] = [];
  for (const name of parted(written(cell))) {
    const parsed = idOf(name, of, lookups);
    if ('fault' in parsed) return parsed;
    ids.push(parsed.value);
  }
  return value(ids);
};

/** Names in the cell of a reference that mean none of its values, and could be names of new ones. */
export const unknownNames = (cell: FilledCell, field: Field, lookups: Lookups): string[] => {
  if (field.kind !== 'reference' && field.kind !== 'references') return [];
  const isText = typeof cell === 'string' || typeof cell === 'number';
  if (!isText || isSheetError(cell)) return [];
  const said = written(cell);
  return (field.kind === 'references' ? parted(said) : [said]).filter(
    name => !lookups[field.of]?.has(foldedName(name)) && !isShortened(name) && newName.safeParse(name).success,
  );
};

const newName = text({ required: true }).schema;

/** Where `Lookups` has the categories of a platform. */
export const categoriesOf = (platform: string): string => `categories ${platform}`;

/** How paths of categories are compared. */
export const foldedPath = (names: readonly string[]): string => names.map(foldedName).join('\n');

/** Paths from the top of the tree, divided by semicolons. */
const parseCategories: Parser<'categories'> = (cell, { platform = '' }, lookups) => {
  const ids = new Set<number>();
  for (const path of parted(written(cell), { byCommas: false })) {
    const id = lookups[categoriesOf(platform)]?.get(foldedPath(partedPath(path)));
    if (!id) return fault(id === 0 ? 'severalCategories' : 'unknownCategory', { path });
    ids.add(id);
  }
  return value([...ids]);
};

/**
 * One parser for each kind of field; null: a cell cannot hold it and the field is no column. Links to
 * records (`one`, `many`) are such: a name does not tell a record, and ids mean nothing to people. Others
 * are of settings, which no table brings, or come by themselves (`picture`).
 */
export const cellParsers: { readonly [K in Kind]: Parser<K> | null } = {
  text: parseText,
  longText: parseLongText,
  number: (cell, { unit, decimals }) => parseAmount(cell, unit ? units[unit] : noUnit, decimals),
  money: (cell, { decimals }) => parseAmount(cell, roubles, decimals),
  flag: parseFlag,
  date: parseDate,
  moment: null,
  status: parseStatus,
  one: null,
  many: null,
  reference: parseReference,
  choice: null,
  byCode: null,
  place: null,
  prices: null,
  categories: parseCategories,
  references: parseReferences,
  localized: null,
  attributes: null,
  barcode: parseBarcode,
  picture: null,
  person: null,
  sharing: null,
  permissions: null,
  password: null,
};

/** The value of a cell that is not empty, by the kind of its field. */
export const parseCell = (cell: FilledCell, field: Field, lookups: Lookups): Parsed => {
  if (typeof cell === 'object' && 'error' in cell) {
    return fault(cell.error === NO_FORMULA_VALUE ? 'noFormulaValue' : 'sheetError');
  }
  const isText = field.kind === 'text' || field.kind === 'longText';
  if (isSheetError(cell) && !isText) return fault('sheetError');
  const parse = cellParsers[field.kind] as Parser<Kind> | null;
  if (!parse) throw new Error(`field kind "${field.kind}" is no column of a table`);
  return parse(cell, field, lookups);
};
