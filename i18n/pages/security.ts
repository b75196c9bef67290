import { texts } from '../texts.ts';

export const security = texts('security', {
  ru: { title: 'События безопасности', denied: 'У вас нет доступа к разделу с событиями безопасности' },
  en: { title: 'Security events', denied: 'You have no access to the section with security events' },
});
