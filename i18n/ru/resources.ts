import type { Labels, Words } from '../messages.ts';

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
      prices: 'Цены проектов, RUB',
      by_weight: 'Весовой',
      on_sale_from: 'В продаже с',
      description: 'Описание',
      attributes: 'Атрибуты',
      model_ids: 'Модели',
      categories: 'Категории',
      picture: 'Изображение',
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
      attributes: 'Атрибуты',
      product_ids: 'Товары',
      categories: 'Категории',
      picture: 'Изображение',
    },
  },
  matrices: {
    one: 'Матрица',
    several: 'Матрицы',
    count: '%{number} матрица |||| %{number} матрицы |||| %{number} матриц',
    fields: {
      name: 'Название',
      code: 'Код',
      status: 'Статус',
      author: 'Автор',
      products_count: 'Товаров',
      starts_on: 'Действует с',
      ends_on: 'Действует по',
      access: 'Доступ',
    },
  },
  'settings/project': {
    one: 'Проект',
    several: 'Проекты',
    count: '%{number} проект |||| %{number} проекта |||| %{number} проектов',
    fields: {
      name: 'Название',
      code: 'Код',
      platform: 'Платформа',
      currency: 'Валюта',
      archived: 'В архиве',
    },
  },
  'settings/language': {
    one: 'Язык',
    several: 'Языки',
    count: '%{number} язык |||| %{number} языка |||| %{number} языков',
    fields: {
      name: 'Название',
      code: 'Код',
      order: 'Порядок',
      archived: 'В архиве',
    },
  },
  'settings/attribute': {
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
  },
  'settings/reference': {
    one: 'Справочник',
    several: 'Справочники',
    count: '%{number} справочник |||| %{number} справочника |||| %{number} справочников',
    fields: {
      name: 'Название',
      code: 'Код',
      declared: 'Задан в программе',
      archived: 'В архиве',
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

/** The words of fields of kind `choice`. */
export const choices = {
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
  RUB: 'RUB',
} as const satisfies Words;
