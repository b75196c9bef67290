import type { Labels } from '../../../messages.ts';

export const cafe = {
  one: 'Кафе',
  several: 'Кафе',
  count: '%{number} кафе |||| %{number} кафе |||| %{number} кафе',
  create: 'Новое кафе',
  fields: {
    name: 'Название',
    kind: 'Куда отправлять',
    address: 'Адрес приёмника',
    folder: 'Папка',
    has_key: 'Ключ',
    archived: 'В архиве',
  },
  words: {
    http: 'По адресу HTTP',
    folder: 'В папку на сервере',
  },
} as const satisfies Labels<'settings/cafe'>;
