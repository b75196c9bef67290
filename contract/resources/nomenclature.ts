import { guarded, unique } from '../field.ts';
import {
  attributes,
  barcode,
  categories,
  date,
  flag,
  longText,
  many,
  money,
  number,
  picture,
  prices,
  reference,
  text,
} from '../kinds.ts';
import { defineRecord } from '../record.ts';
import type { ResourceName, SettingsResource } from '../records.ts';
import type { ReferenceName } from '../references.ts';
import { lifecycle } from './lifecycle.ts';

export const nomenclature = defineRecord(
  'nomenclature',
  {
    name: text({ required: true }),
    sku: unique('exact', text({ max: 64, mayBeCode: true })),
    barcode: unique('exact', barcode()),
    status: lifecycle,
    brand_id: reference('brand' satisfies ReferenceName),
    unit_id: reference('unit' satisfies ReferenceName),
    weight: number({ unit: 'kg', decimals: 3, max: 100_000 }),
    price: guarded('product.show-prices', money()),
    prices: guarded('product.show-prices', prices('settings/project' satisfies SettingsResource, 'price')),
    by_weight: flag(),
    on_sale_from: date(),
    description: longText(),
    attributes: attributes('products'),
    model_ids: guarded('product.show-models', many('catalog' satisfies ResourceName)),
    categories: guarded('product.show-categories', categories()),
    picture: picture('product.show-images'),
  },
  {
    path: '/products',
    access: {
      list: ['products.show-list'],
      read: [
        'product.show-general',
        'product.show-models',
        'product.show-categories',
        'product.show-prices',
        'product.show-images',
      ],
      create: ['product.show-general'],
      update: ['product.show-general'],
      remove: ['product.show-general'],
    },
    search: ['name', 'sku', 'barcode'],
    sort: ['name', 'sku', 'barcode', 'status', 'weight', 'price', 'on_sale_from', 'updated_at', 'created_at'],
    features: ['drafts', 'presence', 'filterEvents', 'search'],
    menu: { group: 'content', order: 10 },
    screens: {
      create: 'new',
      tabs: {
        models: ['product.show-models'],
        settings: ['product.show-general'],
        categories: ['product.show-categories'],
        price: ['product.show-prices'],
        images: ['product.show-images'],
      },
      defaultTab: { tab: 'settings', photographer: 'images', parameter: 'idProduct' },
    },
  },
);
