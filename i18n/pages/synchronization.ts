import { texts } from '../texts.ts';

export const synchronization = texts('synchronization', {
  ru: { title: 'Синхронизация', denied: 'У вас нет доступа к разделу с синхронизацией' },
  en: { title: 'Synchronization', denied: 'You have no access to the section with synchronization' },
});
