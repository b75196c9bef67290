/**
 * Cells of a text table have no type: a spreadsheet executes whatever begins like a formula, whoever wrote it. Such a text
 * gets an apostrophe in front, which reading removes again; one that begins with apostrophes gets one more, so that every
 * text comes back unchanged.
 */
const BEGINS_FORMULA = /^'*(\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r])/;

/** Escapes a text for a cell of a text table. */
export const escapeFormula = (text: string): string => (BEGINS_FORMULA.test(text) ? `'${text}` : text);

/** Undoes `escapeFormula`. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && BEGINS_FORMULA.test(cell) ? cell.slice(1) : cell;
