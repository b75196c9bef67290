import { definePageMessages } from '../definePageMessages.ts';

export const settings = definePageMessages('settings', {
  ru: { title: 'Настройки', denied: 'У вас нет доступа к разделу с настройками' },
  en: { title: 'Settings', denied: 'You have no access to the section with settings' },
});
