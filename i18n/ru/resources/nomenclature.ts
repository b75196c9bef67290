import type { Labels } from '../../messages.ts';

export const nomenclature = {
  one: 'Товар',
  several: 'Номенклатура',
  count: '%{number} товар |||| %{number} товара |||| %{number} товаров',
  create: 'Новый товар',
  link: 'Добавить товары',
  denied: 'У вас нет доступа к разделу с номенклатурой',
  fields: {
    name: 'Название',
    sku: 'Артикул',
    barcode: 'Штрихкод',
    status: 'Статус',
    brand_id: 'Бренд',
    unit_id: 'Единица измерения',
    weight: 'Вес, кг',
    price: 'Цена, RUB',
    prices: 'Цены проектов, RUB',
    by_weight: 'Весовой',
    on_sale_from: 'В продаже с',
    description: 'Описание',
    attributes: 'Атрибуты',
    model_ids: 'Модели',
    categories: 'Категории',
    picture: 'Изображение',
  },
} as const satisfies Labels<'nomenclature'>;
