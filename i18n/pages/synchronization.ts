import { definePageMessages } from '../definePageMessages.ts';

export const synchronization = definePageMessages('synchronization', {
  ru: { title: 'Синхронизация', denied: 'У вас нет доступа к разделу с синхронизацией' },
  en: { title: 'Synchronization', denied: 'You have no access to the section with synchronization' },
});
