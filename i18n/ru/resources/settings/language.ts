import type { Labels } from '../../../messages.ts';

export const language = {
  one: 'Язык',
  several: 'Языки',
  count: '%{number} язык |||| %{number} языка |||| %{number} языков',
  create: 'Новый язык',
  fields: {
    name: 'Название',
    code: 'Код',
    order: 'Порядок',
    archived: 'В архиве',
  },
} as const satisfies Labels<'settings/language'>;
