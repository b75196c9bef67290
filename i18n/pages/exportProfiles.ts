import { definePageMessages } from '../definePageMessages.ts';

export const exportProfiles = definePageMessages('exportProfiles', {
  ru: { title: 'Профили выгрузки' },
  en: { title: 'Export profiles' },
});
