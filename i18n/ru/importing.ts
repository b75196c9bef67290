/** Texts of the import page and of the import's log. */
export const importing = {
  title: 'Импорт номенклатуры',
} as const;
