import { texts } from '../texts.ts';

export const categories = texts('categories', {
  ru: { title: 'Категории', denied: 'У вас нет доступа к разделу с категориями' },
  en: { title: 'Categories', denied: 'You have no access to the section with categories' },
});
