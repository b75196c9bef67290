import { texts } from '../texts.ts';

export const settings = texts('settings', {
  ru: { title: 'Настройки', denied: 'У вас нет доступа к разделу с настройками' },
  en: { title: 'Settings', denied: 'You have no access to the section with settings' },
});
