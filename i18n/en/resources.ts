import type { Translation } from '../messages.ts';
import type * as ru from '../ru/resources.ts';

export const resources: Translation<typeof ru.resources> = {
  nomenclature: {
    one: 'Product',
    several: 'Nomenclature',
    count: '%{number} product |||| %{number} products',
    fields: {
      name: 'Name',
      sku: 'SKU',
      barcode: 'Barcode',
      status: 'Status',
      brand_id: 'Brand',
      unit_id: 'Unit',
      weight: 'Weight, kg',
      price: 'Price, RUB',
      prices: 'Prices in projects, RUB',
      by_weight: 'Sold by weight',
      on_sale_from: 'On sale from',
      description: 'Description',
      attributes: 'Attributes',
      model_ids: 'Models',
      categories: 'Categories',
      picture: 'Picture',
    },
  },
  catalog: {
    one: 'Model',
    several: 'Model catalogue',
    count: '%{number} model |||| %{number} models',
    fields: {
      name: 'Name',
      code: 'Code',
      brand_id: 'Brand',
      status: 'Status',
      description: 'Description',
      attributes: 'Attributes',
      product_ids: 'Products',
      categories: 'Categories',
      picture: 'Picture',
    },
  },
  matrices: {
    one: 'Matrix',
    several: 'Matrices',
    count: '%{number} matrix |||| %{number} matrices',
    fields: {
      name: 'Name',
      code: 'Code',
      status: 'Status',
      author: 'Author',
      products_count: 'Products',
      starts_on: 'Valid from',
      ends_on: 'Valid until',
      access: 'Access',
    },
  },
  'settings/project': {
    one: 'Project',
    several: 'Projects',
    count: '%{number} project |||| %{number} projects',
    fields: {
      name: 'Name',
      code: 'Code',
      platform: 'Platform',
      currency: 'Currency',
      archived: 'Archived',
    },
  },
  'settings/language': {
    one: 'Language',
    several: 'Languages',
    count: '%{number} language |||| %{number} languages',
    fields: {
      name: 'Name',
      code: 'Code',
      order: 'Order',
      archived: 'Archived',
    },
  },
  'settings/attribute': {
    one: 'Attribute',
    several: 'Attributes',
    count: '%{number} attribute |||| %{number} attributes',
    fields: {
      name: 'Name',
      code: 'Code',
      kind: 'Kind of value',
      unit: 'Unit',
      reference: 'Reference',
      per_language: 'A value for each language',
      applies_to: 'Where it is',
      required: 'Required',
      order: 'Order',
      archived: 'Archived',
    },
  },
  'settings/reference': {
    one: 'Reference',
    several: 'References',
    count: '%{number} reference |||| %{number} references',
    fields: {
      name: 'Name',
      code: 'Code',
      declared: 'Declared by the program',
      archived: 'Archived',
    },
  },
};

export const common: Translation<typeof ru.common> = {
  id: 'No.',
  created_at: 'Created',
  updated_at: 'Changed',
  version: 'Version',
  name: 'Name',
  code: 'Code',
  order: 'Order',
  archived: 'Archived',
};

export const statuses: Translation<typeof ru.statuses> = { draft: 'Draft', active: 'Active', archived: 'Archived' };

export const choices: Translation<typeof ru.choices> = {
  text: 'Text',
  long_text: 'Long text',
  number: 'Number',
  flag: 'Yes or no',
  date: 'Date',
  reference: 'A value of a reference',
  references: 'Several values of a reference',
  products: 'On products',
  models: 'On models',
  both: 'On products and models',
  RUB: 'RUB',
};
