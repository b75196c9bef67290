import { definePageMessages } from '../definePageMessages.ts';

export const home = definePageMessages('home', {
  ru: { title: 'Главная', denied: 'У вас нет доступа к этому разделу' },
  en: { title: 'Home', denied: 'You have no access to this section' },
});
