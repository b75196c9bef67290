import { texts } from '../texts.ts';

export const mergeMatrices = texts('mergeMatrices', {
  ru: { title: 'Объединение матриц' },
  en: { title: 'Merge matrices' },
});
