/**
 * Joins several values of a cell with semicolons. A value that contains a separator is quoted, and quotes inside it are
 * doubled, as in RFC 4180.
 */
export const joinValues = (values: readonly string[], { byCommas = true } = {}): string | null => {
  // A single value is also quoted for its commas, because without a semicolon commas separate.
  const dividers = values.length > 1 || !byCommas ? /[;"]/ : /[;",]/;
  return values.map(value => (dividers.test(value) ? quoted(value) : value)).join('; ') || null;
};

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Splits such a cell, or one that a person separated with commas; empty values are dropped. */
export const splitValues = (cell: string, { byCommas = true } = {}): string[] => {
  const bySemicolon = divided(cell, ';');
  const parts = bySemicolon.length > 1 || !byCommas ? bySemicolon : divided(cell, ',');
  return parts.map(unquoted).filter(Boolean);
};

/** Splits at separators outside quotes; a quote opens only at the beginning of a part. */
const divided = (text: string, divider: string): string[] => {
  const parts: string[] = [];
  let from = 0;
  let within: 'blank' | 'quotes' | 'closed' | 'text' = 'blank';
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (letter === divider && within !== 'quotes') {
      parts.push(text.slice(from, at));
      from = at + 1;
      within = 'blank';
    } else if (letter === '"') {
      // A doubled quote closes and opens again.
      if (within !== 'text') within = within === 'quotes' ? 'closed' : 'quotes';
    } else if (within === 'closed' || (within === 'blank' && letter.trim())) within = 'text';
  }
  return [...parts, text.slice(from)];
};

/** A part without the quotes around it. */
const unquoted = (part: string): string => {
  const text = part.trim();
  const [, inner] = /^"((?:[^"]|"")*)"$/.exec(text) ?? [];
  return inner === undefined ? text : inner.replaceAll('""', '"').trim();
};

/** Joins the names of a path from the root: «Напитки > Чай». A name with the separator in it is quoted. */
export const joinPath = (names: readonly string[]): string =>
  names.map(name => (/[>"]/.test(name) ? quoted(name) : name)).join(' > ');

/** Splits such a path. */
export const splitPath = (path: string): string[] => divided(path, '>').map(unquoted).filter(Boolean);
