/**
 * Finds in a text the word, or the start of one, that differs from the typed word by one letter: replaced, missing,
 * additional, or swapped with its neighbour. Prefers a whole word, because a partial match may be a word that has not
 * been typed to its end. Null if there is no such word.
 */
export const correctTypo = (typedWord: string, candidate: string): string | null => {
  const index = [...typedWord].findIndex((letter, position) => letter !== candidate[position]);
  if (index < 0) return null;
  const isSwapped = typedWord[index] === candidate[index + 1] && typedWord[index + 1] === candidate[index];
  const rests: [typedFrom: number, wordFrom: number][] = [
    [index + 1, index + 1],
    [index, index + 1],
    [index + 1, index],
    ...(isSwapped ? [[index + 2, index + 2] as [number, number]] : []),
  ];
  const matchingRests = rests
    .filter(([start, end]) => candidate.startsWith(typedWord.slice(start), end))
    .map(([start, end]) => candidate.slice(0, end + typedWord.length - start));
  return matchingRests.find(one => one === candidate) ?? matchingRests[0] ?? null;
};

/**
 * Parts of the typed word, one of which every possible correction contains. In a long word, a single wrong letter
 * leaves one half intact, so the halves are the parts, and they are long enough for trigrams. Short words have no such
 * halves, so each middle letter is tried.
 */
export const listLikelyParts = (typedWord: string): string[] => {
  const halfLength = Math.floor(typedWord.length / 2);
  const swappedParts = Array.from(typedWord.slice(1), (letter, index) =>
    spliceText(typedWord, index, 2, letter + typedWord.charAt(index)),
  );
  if (halfLength > 2) return [typedWord.slice(0, halfLength), typedWord.slice(halfLength), ...swappedParts];
  const middle = typedWord.length === 4 ? [1, 2] : [2];
  return [
    typedWord.slice(0, 3),
    typedWord.slice(-3),
    ...swappedParts,
    ...middle.map(index => spliceText(typedWord, index, 1, '')).filter(part => part.length > 3),
    ...ALPHABET.flatMap(letter => [
      ...middle.map(index => spliceText(typedWord, index, 1, letter)),
      ...(typedWord.length === 4 ? [spliceText(typedWord, 2, 0, letter)] : []),
    ]),
  ];
};

const ALPHABET = [...'абвгдежзиклмнопрстуфхцчшщъыьэюя', ...'dfgijlnqrsuvwz'];

const spliceText = (text: string, index: number, removedCount: number, addedText: string): string =>
  text.slice(0, index) + addedText + text.slice(index + removedCount);
