import type { Labels } from '../messages.ts';

export const resources = {
  nomenclature: {
    one: 'Товар',
    several: 'Номенклатура',
    count: '%{number} товар |||| %{number} товара |||| %{number} товаров',
    fields: {
      name: 'Название',
      sku: 'Артикул',
      barcode: 'Штрихкод',
      status: 'Статус',
      brand_id: 'Бренд',
      unit_id: 'Единица измерения',
      weight: 'Вес, кг',
      price: 'Цена, RUB',
      by_weight: 'Весовой',
      on_sale_from: 'В продаже с',
      description: 'Описание',
      model_ids: 'Модели',
    },
  },
  catalog: {
    one: 'Модель',
    several: 'Каталог моделей',
    count: '%{number} модель |||| %{number} модели |||| %{number} моделей',
    fields: {
      name: 'Название',
      code: 'Код',
      brand_id: 'Бренд',
      status: 'Статус',
      description: 'Описание',
      product_ids: 'Товары',
    },
  },
} as const satisfies Labels;

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

export const statuses = { draft: 'Черновик', active: 'Активен', archived: 'В архиве' } as const;
