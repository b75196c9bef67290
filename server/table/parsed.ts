import { isReferenceName, referenceOf } from '#contract/references.ts';
import type { importLog } from '#i18n/ru/importLog.ts';
import type { Values } from '#i18n/translate.ts';
import { isCut, isDateText, isDayOfMonth, isScientificNotation, isSheetError } from './damage.ts';
import { type Cell, roundedAsShown, shown } from './row.ts';

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

export type FilledCell = Exclude<Cell, null>;

export const value = (of: unknown): Parsed => ({ value: of });
export const fault = (kind: FaultKind, values?: Values): Parsed => ({ fault: values ? { kind, values } : { kind } });

/** How names and codes of reference values are compared: case, ё and spaces do not matter. */
export const foldedName = (name: string): string => name.toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim();

/** Where `Lookups` has the categories of a platform. */
export const categoriesOf = (platform: string): string => `categories ${platform}`;

/** How paths of categories are compared. */
export const foldedPath = (names: readonly string[]): string => names.map(foldedName).join('\n');

/** Control characters cannot be seen, and NUL cannot be stored; line ends are those of Unix. */
export const cleaned = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]|\ufeff/gu, '')
    .trim();

/** The text of a cell. */
export const written = (cell: FilledCell): string => cleaned(typeof cell === 'string' ? cell : shown(cell));

export const isDay = (cell: FilledCell): cell is { day: string } => typeof cell === 'object' && 'day' in cell;

/** A text, in doubt where a spreadsheet seems to have done something to it. */
export const textual = (cell: FilledCell, text: string, mayBeCode = false): Parsed => {
  const doubt = doubtOf(cell, text, mayBeCode);
  return doubt ? { value: text, doubt: { kind: doubt } } : value(text);
};

const doubtOf = (cell: FilledCell, text: string, mayBeCode: boolean): FaultKind | null => {
  if (isSheetError(cell)) return 'sheetError';
  if (isScientificNotation(text) || isCut(cell)) return 'shortened';
  return mayBeCode && (isDay(cell) || isDayOfMonth(text)) ? 'dateForCode' : null;
};

/** A letter among digits that looks like one of them: both alphabets have an O, an I and a З. */
export const lookalike = (text: string): string | null =>
  /^[\dOОIІЗBВ\s]+$/i.test(text) ? (/\D/.exec(text.replace(/\s/g, ''))?.[0] ?? null) : null;

/** A number, with or without its unit. */
export const parseAmount = (cell: FilledCell, unit: RegExp, decimals: number): Parsed => {
  if (typeof cell === 'number') return value(roundedAsShown(cell));
  if (isDay(cell)) return fault('dateForDigits');
  if (typeof cell !== 'string') return fault('notNumber');
  const text = cleaned(cell);
  if (isScientificNotation(text)) return fault('shortened');
  if (isDateText(text)) return fault('dateForDigits');
  const letter = lookalike(text.replace(/[.,]/g, ''));
  if (letter) return fault('lookalike', { letter });
  const bare = text.replace(unit, '').trimEnd();
  if (decimals < 3 && /^[+-]?\d{1,3}(,\d{3})+$/.test(bare)) return fault('groupedByCommas');
  const number = numberOf(bare);
  return number === null ? fault('notNumber') : value(number);
};

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

/** The value of a reference that a cell names. */
export const idOf = (name: string, of: string, lookups: Lookups): Parsed => {
  const id = lookups[of]?.get(foldedName(name));
  if (id) return value(id);
  const reference = isReferenceName(of) ? referenceOf(of).ru[1] : of;
  return fault(id === 0 ? 'severalValues' : 'unknownValue', { reference });
};
