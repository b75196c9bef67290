import type { Labels } from '../../messages.ts';

export const nomenclature = {
  one: 'Product',
  several: 'Nomenclature',
  count: '%{number} product |||| %{number} products',
  create: 'New product',
  link: 'Add products',
  denied: 'You have no access to the section with nomenclature',
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
} as const satisfies Labels<'nomenclature'>;
