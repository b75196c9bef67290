import { definePageMessages } from '../definePageMessages.ts';

export const history = definePageMessages('history', {
  ru: { title: 'История изменений', denied: 'У вас нет доступа к разделу с историей изменений' },
  en: { title: 'Change history', denied: 'You have no access to the section with the change history' },
});
