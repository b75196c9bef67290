import { wordsOf } from '../wordsOf.ts';
import * as resources from './resources.ts';

/** Labels of what every record and every reference's value carries. */
export const common = {
  id: '№',
  created_at: 'Создано',
  updated_at: 'Изменено',
  version: 'Версия',
  name: 'Название',
  code: 'Код',
  order: 'Порядок',
  archived: 'В архиве',
} as const;

/** The words of statuses and choices that several resources share; the others stand in the labels of their record. */
export const sharedWords = {
  draft: 'Черновик',
  active: 'Активен',
  archived: 'В архиве',
  blocked: 'Заблокирован',
} as const;

/** All of them. */
export const words = wordsOf(sharedWords, resources);
