import { texts } from '../texts.ts';

export const history = texts('history', {
  ru: { title: 'История изменений', denied: 'У вас нет доступа к разделу с историей изменений' },
  en: { title: 'Change history', denied: 'You have no access to the section with the change history' },
});
