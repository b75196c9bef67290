import { guarded } from '../field.ts';
import { attributes, categories, longText, many, picture, reference, text } from '../kinds.ts';
import { defineRecord } from '../record.ts';
import type { ResourceName } from '../records.ts';
import type { ReferenceName } from '../references.ts';
import { lifecycle } from './lifecycle.ts';

export const catalog = defineRecord(
  'catalog',
  {
    name: text({ required: true }),
    code: text({ max: 64 }),
    brand_id: reference('brand' satisfies ReferenceName),
    status: lifecycle,
    description: longText(),
    attributes: attributes('models'),
    product_ids: guarded('model.show-products', many('nomenclature' satisfies ResourceName)),
    categories: guarded('model.show-categories', categories()),
    picture: picture('model.show-images'),
  },
  {
    path: '/models',
    access: {
      list: ['models.show-list'],
      read: ['model.show-general', 'model.show-products', 'model.show-categories', 'model.show-images'],
      create: ['model.show-general'],
      update: ['model.show-general'],
      remove: ['model.show-general'],
    },
    search: ['name', 'code'],
    sort: ['name', 'code', 'status', 'updated_at', 'created_at'],
    features: ['drafts', 'presence', 'filterEvents', 'search'],
    menu: { group: 'content', order: 20 },
    screens: {
      create: 'new',
      tabs: {
        products: ['model.show-products'],
        settings: ['model.show-general'],
        categories: ['model.show-categories'],
        images: ['model.show-images'],
      },
      defaultTab: { tab: 'settings', photographer: 'images', parameter: 'modelId' },
    },
  },
);
