import type { ColumnFormat } from '#contract/exportProfiles.ts';

export const DEFAULT_SEPARATOR = ';';

/** The separator between the values in a cell, as chosen in an export profile. */
export const getSeparator = (format: ColumnFormat | null | undefined): string =>
  format?.kind === 'list' ? format.separator : DEFAULT_SEPARATOR;

/**
 * Joins the values of a cell, by default with semicolons. Values that contain a separator are quoted as in RFC 4180, so
 * that splitting restores them.
 */
export const joinValues = (
  values: readonly string[],
  { byCommas = true, separator = DEFAULT_SEPARATOR } = {},
): string | null => {
  // A single value with a comma must be quoted too, because a cell without semicolons is split at commas.
  const dividers = new Set(['"', separator, ...(values.length > 1 || !byCommas ? [] : [','])]);
  const isDivided = (value: string): boolean => [...dividers].some(divider => value.includes(divider));
  const gap = /[;,]/.test(separator) ? `${separator} ` : separator;
  return values.map(value => (isDivided(value) ? quoteValue(value) : value)).join(gap) || null;
};

const quoteValue = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Splits a cell at semicolons, or at commas if it has none. Empty values are dropped. */
export const splitValues = (cell: string, { byCommas = true } = {}): string[] => {
  const semicolonParts = splitOutsideQuotes(cell, ';');
  const parts = semicolonParts.length > 1 || !byCommas ? semicolonParts : splitOutsideQuotes(cell, ',');
  return parts.map(unquoteValue).filter(Boolean);
};

/** Rewrites a cell whose values are separated by another text to the form that `splitValues` reads. */
export const replaceSeparator = (cell: string, separator: string): string | null =>
  joinValues(splitOutsideQuotes(cell, separator).map(unquoteValue).filter(Boolean));

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
    if (state !== 'quotes' && text.startsWith(divider, index)) {
      parts.push(text.slice(start, index));
      start = index + divider.length;
      index = start - 1;
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
