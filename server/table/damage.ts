import type { FilledCell } from './parseResult.ts';

/** `4,60012E+12`: a long number saved as text. Spreadsheets always write the exponent's sign. */
export const isScientificNotation = (text: string): boolean => /^-?\d([.,]\d+)?E[+-]\d+$/i.test(text);

/**
 * The code of a lost letter. U+FFFD replaces what an encoding could not represent. 80 to 9F are letters in another
 * encoding, which would vanish as control characters. 85 is excluded, because it is a line break.
 */
export const findLostLetter = (text: string): string | null => {
  const [letter] = /[\u0080-\u0084\u0086-\u009f\ufffd]/.exec(text) ?? [];
  return letter === undefined ? null : letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
};

/** A number with more than fifteen digits. Spreadsheets replace the digits after the fifteenth with zeros. */
export const isTruncatedNumber = (cell: FilledCell): boolean =>
  typeof cell === 'number' && Math.abs(cell) >= 1e15 && (cell % 10 === 0 || !Number.isSafeInteger(cell));

export const isSheetError = (cell: FilledCell): boolean =>
  typeof cell === 'string' &&
  /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|Н\/Д|ЗНАЧ!|ДЕЛ\/0!|ССЫЛКА!|ИМЯ\?|ЧИСЛО!|ПУСТО!)$/i.test(cell.trim());

const RUSSIAN_MONTHS = '(янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек)';
const ENGLISH_MONTHS = '(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const DAY_OF_MONTH = new RegExp(`^(0?[1-9]|[12]\\d|3[01])(\\.${RUSSIAN_MONTHS}|-${ENGLISH_MONTHS})$`);
const MONTH_OF_YEAR = new RegExp(`^(${RUSSIAN_MONTHS}\\.|${ENGLISH_MONTHS}-)\\d\\d$`);

/** `01.фев` or `1-Feb`. This is how spreadsheets display and save a cell that was typed as `01-02`. */
export const isDayOfMonth = (text: string): boolean => DAY_OF_MONTH.test(text);

export const isDateText = (text: string): boolean =>
  isDayOfMonth(text) ||
  MONTH_OF_YEAR.test(text) ||
  /^(\d{1,2}[./]\d{1,2}[./]\d{4}|\d{4}-\d\d-\d\d)( \d{1,2}:\d\d(:\d\d)?)?$/.test(text);
