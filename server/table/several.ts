/**
 * Several values in a cell, divided by semicolons. A value that holds what would divide it stands in quotes, a quote
 * within it doubled, as fields of a text table do (RFC 4180).
 */
export const joined = (values: readonly string[], { byCommas = true } = {}): string | null => {
  // Where nothing is divided by semicolons, commas divide.
  const dividers = values.length > 1 || !byCommas ? /[;"]/ : /[;",]/;
  return values.map(value => (dividers.test(value) ? quoted(value) : value)).join('; ') || null;
};

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** The values of such a cell, or of one that a person divided by commas; empty ones are left out. */
export const parted = (cell: string, { byCommas = true } = {}): string[] => {
  const bySemicolon = divided(cell, ';');
  const parts = bySemicolon.length > 1 || !byCommas ? bySemicolon : divided(cell, ',');
  return parts.map(unquoted).filter(Boolean);
};

/** The parts of a text between dividers that stand in no quotes; a quote that opens one stands at its beginning. */
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

/** The names from the top of a tree down to one in it: «Напитки > Чай». A name that holds the sign stands in quotes. */
export const joinedPath = (names: readonly string[]): string =>
  names.map(name => (/[>"]/.test(name) ? quoted(name) : name)).join(' > ');

/** The names of such a path. */
export const partedPath = (path: string): string[] => divided(path, '>').map(unquoted).filter(Boolean);
