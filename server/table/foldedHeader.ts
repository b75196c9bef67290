/** The form in which headers are compared: case, ё, spaces and punctuation do not matter. */
export const foldedHeader = (header: string): string =>
  header
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]/gu, '');
