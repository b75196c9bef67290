import { definePageMessages } from '../definePageMessages.ts';

export const importing = definePageMessages('import', {
  ru: { title: 'Импорт' },
  en: { title: 'Import' },
});
