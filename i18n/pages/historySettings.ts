import { definePageMessages } from '../definePageMessages.ts';

export const historySettings = definePageMessages('historySettings', {
  ru: { title: 'История', denied: 'У вас нет доступа к настройкам истории' },
  en: { title: 'History', denied: 'You have no access to the settings of the history' },
});
