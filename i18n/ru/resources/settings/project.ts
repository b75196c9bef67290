import type { Labels } from '../../../messages.ts';

export const project = {
  one: 'Проект',
  several: 'Проекты',
  count: '%{number} проект |||| %{number} проекта |||| %{number} проектов',
  create: 'Новый проект',
  fields: {
    name: 'Название',
    code: 'Код',
    platform: 'Платформа',
    currency: 'Валюта',
    archived: 'В архиве',
  },
  words: {
    RUB: 'RUB',
  },
} as const satisfies Labels<'settings/project'>;
