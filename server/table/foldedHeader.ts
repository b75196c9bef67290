/** How headers of tables are compared: case, ё, spaces and signs do not matter. */
export const foldedHeader = (header: string): string =>
  header
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]/gu, '');
