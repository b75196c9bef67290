import type { Labels } from '../../../messages.ts';

export const attribute = {
  one: 'Атрибут',
  several: 'Атрибуты',
  count: '%{number} атрибут |||| %{number} атрибута |||| %{number} атрибутов',
  fields: {
    name: 'Название',
    code: 'Код',
    kind: 'Вид значения',
    unit: 'Единица',
    reference: 'Справочник',
    per_language: 'Своё значение для каждого языка',
    applies_to: 'Где есть',
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
    products: 'У товаров',
    models: 'У моделей',
    both: 'У товаров и моделей',
  },
} as const satisfies Labels<'settings/attribute'>;
