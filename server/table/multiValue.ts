/**
 * Joins the values of a cell with semicolons. Values that contain a separator are quoted as in RFC 4180, so that
 * splitting restores them.
 */
export const joinValues = (values: readonly string[], { byCommas = true } = {}): string | null => {
  // A single value with a comma must be quoted too, because a cell without semicolons is split at commas.
  const dividers = values.length > 1 || !byCommas ? /[;"]/ : /[;",]/;
  return values.map(value => (dividers.test(value) ? quoteValue(value) : value)).join('; ') || null;
};

const quoteValue = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Splits a cell at semicolons, or at commas if it has none. Empty values are dropped. */
export const splitValues = (cell: string, { byCommas = true } = {}): string[] => {
  const semicolonParts = splitOutsideQuotes(cell, ';');
  const parts = semicolonParts.length > 1 || !byCommas ? semicolonParts : splitOutsideQuotes(cell, ',');
  return parts.map(unquoteValue).filter(Boolean);
};

/**
 * Splits at separators outside quotes. Only a quote at the start of a part opens a quoted value, since names may
 * contain quotes.
 */
const splitOutsideQuotes = (text: string, divider: string): string[] => {
  const parts: string[] = [];
  let start = 0;
  let state: 'blank' | 'quotes' | 'closed' | 'text' = 'blank';
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index] ?? '';
    if (letter === divider && state !== 'quotes') {
      parts.push(text.slice(start, index));
      start = index + 1;
      state = 'blank';
    } else if (letter === '"') {
      // A doubled quote closes and reopens the quotes, so it needs no special case.
      if (state !== 'text') state = state === 'quotes' ? 'closed' : 'quotes';
    } else if (state === 'closed' || (state === 'blank' && letter.trim())) state = 'text';
  }
  return [...parts, text.slice(start)];
};

const unquoteValue = (part: string): string => {
  const text = part.trim();
  const [, quotedText] = /^"((?:[^"]|"")*)"$/.exec(text) ?? [];
  return quotedText === undefined ? text : quotedText.replaceAll('""', '"').trim();
};

/** Names that contain the separator are quoted, so that splitting restores them: «Напитки > Чай». */
export const joinPath = (names: readonly string[]): string =>
  names.map(name => (/[>"]/.test(name) ? quoteValue(name) : name)).join(' > ');

export const splitPath = (path: string): string[] => splitOutsideQuotes(path, '>').map(unquoteValue).filter(Boolean);
