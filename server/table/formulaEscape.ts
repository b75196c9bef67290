/**
 * CSV cells have no type, so a spreadsheet executes anything that looks like a formula, even from an untrusted author.
 * Such text gets a leading apostrophe, which the import removes. Text that starts with apostrophes gets one more, so
 * that every text survives a round trip.
 */
const FORMULA_START = /^'*(\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r])/;

export const escapeFormula = (text: string): string => (FORMULA_START.test(text) ? `'${text}` : text);

export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && FORMULA_START.test(cell) ? cell.slice(1) : cell;
