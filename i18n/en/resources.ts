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
      by_weight: 'Sold by weight',
      on_sale_from: 'On sale from',
      description: 'Description',
      model_ids: 'Models',
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
      product_ids: 'Products',
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
