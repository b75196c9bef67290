import { definePageMessages } from '../definePageMessages.ts';

export const categories = definePageMessages('categories', {
  ru: { title: 'Категории', denied: 'У вас нет доступа к разделу с категориями' },
  en: { title: 'Categories', denied: 'You have no access to the section with categories' },
});
