import type { Labels } from '../../messages.ts';

export const catalog = {
  one: 'Model',
  several: 'Model catalogue',
  count: '%{number} model |||| %{number} models',
  create: 'New model',
  link: 'Add models',
  denied: 'You have no access to the section with the model catalogue',
  words: { active: 'Active' },
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
} as const satisfies Labels<'catalog'>;
