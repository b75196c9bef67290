/** Normalises a header for comparison: ignores case, ё, spaces and punctuation, in which suppliers' tables vary. */
export const foldHeader = (header: string): string =>
  header
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]/gu, '');
