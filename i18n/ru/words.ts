import { mergeOptionLabels } from '../mergeOptionLabels.ts';
import * as resources from './resources.ts';

export const common = {
  id: '№',
  created_at: 'Создано',
  updated_at: 'Изменено',
  version: 'Версия',
  name: 'Название',
  code: 'Код',
  synonyms: 'Синонимы',
  order: 'Порядок',
  archived: 'В архиве',
} as const;

/**
 * Statuses and choices that several resources share, kept in one place so that their wording stays the same; the others
 * are in the labels of their resource.
 */
export const sharedWords = {
  draft: 'Черновик',
  active: 'Активен',
  archived: 'В архиве',
  blocked: 'Заблокирован',
} as const;

export const words = mergeOptionLabels(sharedWords, resources);
