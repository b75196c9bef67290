import { definePageMessages } from '../definePageMessages.ts';

export const mergeMatrices = definePageMessages('mergeMatrices', {
  ru: { title: 'Объединение матриц' },
  en: { title: 'Merge matrices' },
});
