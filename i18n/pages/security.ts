import { definePageMessages } from '../definePageMessages.ts';

export const security = definePageMessages('security', {
  ru: { title: 'События безопасности', denied: 'У вас нет доступа к разделу с событиями безопасности' },
  en: { title: 'Security events', denied: 'You have no access to the section with security events' },
});
