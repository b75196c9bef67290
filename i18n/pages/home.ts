import { texts } from '../texts.ts';

export const home = texts('home', {
  ru: { title: 'Главная', denied: 'У вас нет доступа к этому разделу' },
  en: { title: 'Home', denied: 'You have no access to this section' },
});
