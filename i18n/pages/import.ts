import { texts } from '../texts.ts';

export const importing = texts('import', {
  ru: { title: 'Импорт' },
  en: { title: 'Import' },
});
