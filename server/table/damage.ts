import type { FilledCell } from './parsed.ts';

/** Recognises what spreadsheets make of values by themselves, and what nobody types. */

/** `4,60012E+12`: a long number in a text file. Always with a sign. */
export const isScientificNotation = (text: string): boolean => /^-?\d([.,]\d+)?E[+-]\d+$/i.test(text);

/** A number of more than fifteen digits, whose last ones a spreadsheet replaced with zeros. */
export const isCut = (cell: FilledCell): boolean =>
  typeof cell === 'number' && Math.abs(cell) >= 1e15 && (cell % 10 === 0 || !Number.isSafeInteger(cell));

/** An error value that was saved as text. */
export const isSheetError = (cell: FilledCell): boolean =>
  typeof cell === 'string' &&
  /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|Н\/Д|ЗНАЧ!|ДЕЛ\/0!|ССЫЛКА!|ИМЯ\?|ЧИСЛО!|ПУСТО!)$/i.test(cell.trim());

const russian = '(янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек)';
const english = '(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const ofMonth = new RegExp(`^(0?[1-9]|[12]\\d|3[01])(\\.${russian}|-${english})$`);
const ofYear = new RegExp(`^(${russian}\\.|${english}-)\\d\\d$`);

/** `01.фев`, `1-Feb`: a former `01-02`, as a spreadsheet shows and saves it. */
export const isDayOfMonth = (text: string): boolean => ofMonth.test(text);

/** Any date that a number became in a text file. */
export const isDateText = (text: string): boolean =>
  isDayOfMonth(text) ||
  ofYear.test(text) ||
  /^(\d{1,2}[./]\d{1,2}[./]\d{4}|\d{4}-\d\d-\d\d)( \d{1,2}:\d\d(:\d\d)?)?$/.test(text);
