import type { Labels } from '../../messages.ts';

export const catalog = {
  one: 'Модель',
  several: 'Каталог моделей',
  count: '%{number} модель |||| %{number} модели |||| %{number} моделей',
  create: 'Новая модель',
  link: 'Добавить модели',
  denied: 'У вас нет доступа к разделу с каталогом моделей',
  words: { active: 'Активна' },
  fields: {
    name: 'Название',
    code: 'Код',
    brand_id: 'Бренд',
    status: 'Статус',
    description: 'Описание',
    attributes: 'Атрибуты',
    product_ids: 'Товары',
    categories: 'Категории',
    picture: 'Изображение',
  },
} as const satisfies Labels<'catalog'>;
