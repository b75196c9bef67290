/**
 * Text tables know no kinds of cells: a spreadsheet takes what begins like a formula for one, whoever wrote
 * it. Such a text gets an apostrophe before it, which reading takes away again; one that begins with
 * apostrophes gets one more, so that what was written comes back as it was.
 */
const BEGINS_FORMULA = /^'*(\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r])/;

/** A text as a cell of a text table may hold it. */
export const guarded = (text: string): string => (BEGINS_FORMULA.test(text) ? `'${text}` : text);

/** The text that such a cell stands for. */
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && BEGINS_FORMULA.test(cell) ? cell.slice(1) : cell;
