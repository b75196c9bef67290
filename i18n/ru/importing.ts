export const importing = {
  title: 'Импорт номенклатуры',
} as const;
