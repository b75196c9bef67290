import { getReference, isReferenceName } from '#contract/references.ts';
import type { importLog } from '#i18n/ru/importLog.ts';
import type { MessageValues } from '#i18n/translate.ts';
import { isDateText, isDayOfMonth, isScientificNotation, isSheetError, isTruncatedNumber } from './damage.ts';
import { getReferenceTitle } from './labels.ts';
import { type Cell, roundLikeSpreadsheet, toShortText } from './row.ts';

export type ParseErrorKind = keyof typeof importLog.fault;
export interface ParseError {
  kind: ParseErrorKind;
  values?: MessageValues;
}
/**
 * A parsed cell before validation, or an error. A `doubt` becomes an error unless the record already has exactly this
 * value.
 */
export type ParseResult = { value: unknown; doubt?: ParseError } | { fault: ParseError };

/**
 * Ids by normalised text, per reference (names, codes, short texts) and per platform (category paths, see
 * `categoryLookupKey`). 0 marks an ambiguous text.
 */
export type Lookups = Readonly<Record<string, ReadonlyMap<string, number>>>;

export type FilledCell = Exclude<Cell, null>;

export const createParsedValue = (value: unknown): ParseResult => ({ value });
export const createParseError = (kind: ParseErrorKind, values?: MessageValues): ParseResult => ({
  fault: values ? { kind, values } : { kind },
});

/**
 * Normalises a name or code for comparison: ignores case, ё and repeated spaces, since people type the same name
 * differently.
 */
export const foldName = (name: string): string => name.toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim();

/** All folded spellings of a name: with and without a trailing full stop, and its synonyms. */
export const listSpellings = (name: string, reference: string): readonly [string, ...string[]] => {
  const foldedName = foldName(name);
  const plain = foldedName.replace(/\.+$/, '');
  const groups = isReferenceName(reference) ? (getReference(reference).synonyms ?? []) : [];
  const group =
    groups.map(synonymGroup => synonymGroup.map(foldName)).find(synonymGroup => synonymGroup.includes(plain)) ?? [];
  return [group[0] ?? plain, plain, foldedName, ...group];
};

export const categoryLookupKey = (platform: string): string => `categories ${platform}`;

/** Refers to a category by its number, in a form that no path can have. */
export const formatCategoryNumber = (id: number): string => `№${id}`;

export const foldPath = (names: readonly string[]): string => names.map(foldName).join('\n');

/**
 * Removes control characters and those that are none, which are invisible and in the case of NUL cannot be stored, and normalises line breaks.
 */
export const cleanText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]|[\ufeff\ufffe\uffff]/gu, '')
    .trim();

export const readCellText = (cell: FilledCell): string =>
  cleanText(typeof cell === 'string' ? cell : toShortText(cell));

export const isDay = (cell: FilledCell): cell is { day: string } => typeof cell === 'object' && 'day' in cell;

/**
 * A text value. It is doubtful if a spreadsheet seems to have altered it, but is not rejected at once, because the
 * record may really contain such a text.
 */
export const parseText = (cell: FilledCell, text: string, mayBeCode = false): ParseResult => {
  const doubt = findDoubt(cell, text, mayBeCode);
  return doubt ? { value: text, doubt: { kind: doubt } } : createParsedValue(text);
};

const findDoubt = (cell: FilledCell, text: string, mayBeCode: boolean): ParseErrorKind | null => {
  if (isSheetError(cell)) return 'sheetError';
  if (isScientificNotation(text) || isTruncatedNumber(cell)) return 'shortened';
  return mayBeCode && (isDay(cell) || isDayOfMonth(text)) ? 'dateForCode' : null;
};

/** Finds a letter among digits that looks like one: both Latin and Cyrillic have such letters (O, I, З). */
export const findLookalike = (text: string): string | null =>
  /^[\dOОIІЗBВ\s]+$/i.test(text) ? (/\D/.exec(text.replace(/\s/g, ''))?.[0] ?? null) : null;

export const parseAmount = (cell: FilledCell, decimals: number): ParseResult => {
  if (typeof cell === 'number') return createParsedValue(roundLikeSpreadsheet(cell));
  if (isDay(cell)) return createParseError('dateForDigits');
  if (typeof cell === 'object' && 'unit' in cell) return createParsedValue(roundLikeSpreadsheet(cell.amount));
  if (typeof cell !== 'string') return createParseError('notNumber');
  const text = cleanText(cell);
  if (isScientificNotation(text)) return createParseError('shortened');
  if (isDateText(text)) return createParseError('dateForDigits');
  const letter = findLookalike(text.replace(/[.,]/g, ''));
  if (letter) return createParseError('lookalike', { letter });
  if (decimals < 3 && /^[+-]?\d{1,3}(,\d{3})+$/.test(text)) return createParseError('groupedByCommas');
  const number = readNumber(text);
  return number === null ? createParseError('notNumber') : createParsedValue(number);
};

/** Accepts spaces as thousands separators. When both `.` and `,` occur, the last one is the decimal separator. */
export const readNumber = (text: string): number | null => {
  const compact = text.replace(/[\s\u00a0\u2009\u202f']/g, '');
  if (!/^[+-]?[\d.,]+$/.test(compact)) return null;
  const [comma, point] = [compact.lastIndexOf(','), compact.lastIndexOf('.')];
  const isGrouped = comma >= 0 && point >= 0;
  const plain = isGrouped ? compact.replaceAll(comma > point ? '.' : ',', '') : compact;
  const number = Number(plain.replace(',', '.'));
  return Number.isFinite(number) ? number : null;
};

/** The id for a name, with or without a trailing full stop; 0 if the name is ambiguous. */
export const lookUpId = (name: string, reference: string, lookups: Lookups): number | undefined => {
  const foldedName = foldName(name);
  return lookups[reference]?.get(foldedName) ?? lookups[reference]?.get(foldedName.replace(/\.+$/, ''));
};

export const parseReference = (name: string, reference: string, lookups: Lookups): ParseResult => {
  const id = lookUpId(name, reference, lookups);
  if (id) return createParsedValue(id);
  return createParseError(id === 0 ? 'severalValues' : 'unknownValue', { reference: getReferenceTitle(reference) });
};
