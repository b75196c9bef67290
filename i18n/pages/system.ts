import { definePageMessages } from '../definePageMessages.ts';

export const system = definePageMessages('system', {
  ru: { title: 'Система', denied: 'У вас нет доступа к разделу с состоянием системы' },
  en: { title: 'System', denied: 'You have no access to the section with the state of the system' },
});
