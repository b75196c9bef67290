import type { Labels } from '../../../messages.ts';

export const attribute = {
  one: 'Атрибут',
  several: 'Атрибуты',
  count: '%{number} атрибут |||| %{number} атрибута |||| %{number} атрибутов',
  create: 'Новый атрибут',
  fields: {
    name: 'Название',
    code: 'Код',
    kind: 'Тип',
    unit: 'Единица',
    reference: 'Справочник',
    per_language: 'Своё значение для каждого языка',
    applies_to: 'Для чего',
    required: 'Обязательный',
    order: 'Порядок',
    archived: 'В архиве',
  },
  words: {
    text: 'Текст',
    long_text: 'Длинный текст',
    number: 'Число',
    flag: 'Да или нет',
    date: 'Дата',
    reference: 'Значение справочника',
    references: 'Несколько значений справочника',
    products: 'Для товаров',
    models: 'Для моделей',
    both: 'Для товаров и моделей',
  },
} as const satisfies Labels<'settings/attribute'>;
