import type { FilledCell } from './parsed.ts';

/** `4,60012E+12`: a long number saved as text. Spreadsheets always write the exponent's sign. */
export const isScientificNotation = (text: string): boolean => /^-?\d([.,]\d+)?E[+-]\d+$/i.test(text);

/**
 * The code of a letter that was lost when the file was saved: U+FFFD stands for what an encoding could not hold, and
 * 80 to 9F are letters of another encoding, which would vanish as control characters. 85 is a line end.
 */
export const lostLetter = (text: string): string | null => {
  const [letter] = /[\u0080-\u0084\u0086-\u009f\ufffd]/.exec(text) ?? [];
  return letter === undefined ? null : letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
};

/** A number with more than fifteen digits. Spreadsheets replace the rest with zeros. */
export const isCut = (cell: FilledCell): boolean =>
  typeof cell === 'number' && Math.abs(cell) >= 1e15 && (cell % 10 === 0 || !Number.isSafeInteger(cell));

export const isSheetError = (cell: FilledCell): boolean =>
  typeof cell === 'string' &&
  /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|Н\/Д|ЗНАЧ!|ДЕЛ\/0!|ССЫЛКА!|ИМЯ\?|ЧИСЛО!|ПУСТО!)$/i.test(cell.trim());

const russian = '(янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек)';
const english = '(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const ofMonth = new RegExp(`^(0?[1-9]|[12]\\d|3[01])(\\.${russian}|-${english})$`);
const ofYear = new RegExp(`^(${russian}\\.|${english}-)\\d\\d$`);

/** `01.фев` or `1-Feb`: how spreadsheets display and save what was typed as `01-02`. */
export const isDayOfMonth = (text: string): boolean => ofMonth.test(text);

export const isDateText = (text: string): boolean =>
  isDayOfMonth(text) ||
  ofYear.test(text) ||
  /^(\d{1,2}[./]\d{1,2}[./]\d{4}|\d{4}-\d\d-\d\d)( \d{1,2}:\d\d(:\d\d)?)?$/.test(text);
