/** The import page and the import's log. */
export const importing = {
  title: 'Импорт номенклатуры',
} as const;
