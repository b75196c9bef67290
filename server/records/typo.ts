/**
 * Finds in a text the word, or the start of one, that differs from the typed word by one letter: replaced, missing,
 * additional, or swapped with its neighbour. Prefers a whole word; a partial one may not have been typed to its end.
 * Null when there is none.
 */
export const correctTypo = (typed: string, word: string): string | null => {
  const at = [...typed].findIndex((letter, place) => letter !== word[place]);
  if (at < 0) return null;
  const isSwapped = typed[at] === word[at + 1] && typed[at + 1] === word[at];
  const rests: [typedFrom: number, wordFrom: number][] = [
    [at + 1, at + 1],
    [at, at + 1],
    [at + 1, at],
    ...(isSwapped ? [[at + 2, at + 2] as [number, number]] : []),
  ];
  const found = rests
    .filter(([from, place]) => word.startsWith(typed.slice(from), place))
    .map(([from, place]) => word.slice(0, place + typed.length - from));
  return found.find(one => one === word) ?? found[0] ?? null;
};

/**
 * Parts of the typed word, one of which every possible correction contains. They are long enough for trigrams: a single
 * wrong letter leaves one half of a long word intact. Short words have no such halves, so each middle letter is tried.
 */
export const listLikelyParts = (typed: string): string[] => {
  const half = Math.floor(typed.length / 2);
  const swappedParts = Array.from(typed.slice(1), (letter, at) => spliceText(typed, at, 2, letter + typed.charAt(at)));
  if (half > 2) return [typed.slice(0, half), typed.slice(half), ...swappedParts];
  const middle = typed.length === 4 ? [1, 2] : [2];
  return [
    typed.slice(0, 3),
    typed.slice(-3),
    ...swappedParts,
    ...middle.map(at => spliceText(typed, at, 1, '')).filter(part => part.length > 3),
    ...ALPHABET.flatMap(letter => [
      ...middle.map(at => spliceText(typed, at, 1, letter)),
      ...(typed.length === 4 ? [spliceText(typed, 2, 0, letter)] : []),
    ]),
  ];
};

const ALPHABET = [...'абвгдежзиклмнопрстуфхцчшщъыьэюя', ...'dfgijlnqrsuvwz'];

const spliceText = (text: string, at: number, removed: number, added: string): string =>
  text.slice(0, at) + added + text.slice(at + removed);
