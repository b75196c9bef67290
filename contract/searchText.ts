/** Combining marks that NFKD separates from their letters: accents, the dots of «ё», the breve of «й». */
const combiningMarks = '\u0300\u0301\u0302\u0303\u0306\u0308\u030A\u030C\u0327';

/** Latin and Cyrillic letters that look alike in lower or upper case, because people type one in place of the other. */
const [latin, cyrillic] = ['abcehkmoptxy', 'авсенкмортху'];

/**
 * Replacements applied to lower-case NFKD text. The server's generated columns are built from this list, so a change
 * needs a migration (`npm run db:generate`).
 */
export const foldings: readonly (readonly [from: string, to: string])[] = [
  ...[...combiningMarks].map(mark => [mark, ''] as const),
  ...[...latin].map((letter, index) => [letter, cyrillic.charAt(index)] as const),
  [',', '.'],
];

const replacements = new Map(foldings);
const foldedCharacters = new RegExp(`[${[...replacements.keys()].join('')}]`, 'g');

/**
 * Removes differences in typing that do not change the word: case, accents, «ё» and «е», Latin look-alikes of Cyrillic
 * letters, kinds of spaces and the decimal mark. Shared by client and server, so that every search finds the same
 * records.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(foldedCharacters, match => replacements.get(match) ?? match);

/** Units that people write with or without a space after the number, so that both spellings must match. */
const units = ['мг', 'г', 'гр', 'кг', 'мл', 'л', 'мм', 'см', 'м', 'шт', 'g', 'kg', 'ml', 'l', 'pcs', '%'].map(foldText);
const unitPattern = `(?:${units.join('|')})`;
const amountPattern = new RegExp(`^(\\d+(?:\\.\\d+)?) ?(${unitPattern})$`);
/** A number and its unit are one word, because «500 г» and «500г» must find each other. */
const wordPattern = new RegExp(`\\d+(?:\\.\\d+)? ${unitPattern}\\.?(?=\\s|$)|\\S+`, 'g');

const punctuation = '[.;:!?«»"\'()]+';
const surroundingPunctuation = new RegExp(`^${punctuation}|${punctuation}$`, 'g');

const stripPunctuation = (word: string): string => word.replace(surroundingPunctuation, '') || word;

/**
 * The words of a query, folded, each as a list of its spellings: «500г» is also «500 г». A text matches if it contains
 * one spelling of every word, in any order.
 */
export const listWordVariants = (query: string): readonly (readonly string[])[] => {
  const matchedWords = normalizeSpaces(query).match(wordPattern) ?? [];
  return [...new Set(matchedWords.map(stripPunctuation))].map(word => {
    const [, number, unit] = amountPattern.exec(word) ?? [];
    return number && unit ? [number + unit, `${number} ${unit}`] : [word];
  });
};

export const isSameCode = (code: string, query: string): boolean => normalizeSpaces(code) === normalizeSpaces(query);

const normalizeSpaces = (text: string): string => foldText(text).replace(/\s+/g, ' ').trim();

/**
 * A predicate that tests texts against the query; prepared once for many texts. Must agree with the server's condition
 * on its stored column.
 */
export const createMatcher = (query: string): ((text: string) => boolean) => {
  const searchedWords = listWordVariants(query);
  return text => {
    const foldedText = foldText(text);
    return searchedWords.every(spellings => spellings.some(spelling => foldedText.includes(spelling)));
  };
};

export const matchesQuery = (text: string, query: string): boolean => createMatcher(query)(text);

export const splitByMatches = (text: string, query: string): { text: string; isFound: boolean }[] => {
  const letters = [...text];
  // One entry per UTF-16 unit rather than per letter, because `indexTree` counts units.
  const origins = letters.flatMap((letter, index) => Array<number>(foldText(letter).length).fill(index));
  const foldedText = letters.map(foldText).join('');
  const foundIndexes = new Set<number>();
  for (const spelling of listWordVariants(query).flat())
    for (let start = foldedText.indexOf(spelling); start >= 0; start = foldedText.indexOf(spelling, start + 1))
      for (const origin of origins.slice(start, start + spelling.length)) foundIndexes.add(origin);
  const parts: { text: string; isFound: boolean }[] = [];
  for (const [index, letter] of letters.entries()) {
    const last = parts.at(-1);
    // A combining mark is highlighted together with the letter it belongs to.
    const isFound = foldText(letter) === '' ? (last?.isFound ?? false) : foundIndexes.has(index);
    if (last?.isFound === isFound) last.text += letter;
    else parts.push({ text: letter, isFound });
  }
  return parts;
};
