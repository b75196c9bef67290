import { expect } from 'vitest';
import { imageForm, jpegOf } from './images.ts';
import type { Recorded } from './recordedDrafts.ts';
import type { TestServer } from './server.ts';

export type Send = Awaited<ReturnType<TestServer['as']>>;
interface Way {
  by: string;
  write: (send: Send, server: TestServer) => Promise<unknown>;
  /** Expected rows: entity, record, field, item, before, after. */
  records: Recorded[];
  /** The old value cannot be restored, so the test does not revert it. */
  isFinal?: true;
}

export const treeOf = (...names: string[]) => ({ categories: names.map(name => ({ name, children: [] })) });

/** Every way of writing that a draft has to record; one missing here would go untested. */
export const ways: Way[] = [
  {
    by: 'a single change',
    write: send => send('PUT', '/products/1', { name: 'Морс', weight: 0.5 }),
    records: [
      ['nomenclature', 1, 'name', '', 'Квас', 'Морс'],
      ['nomenclature', 1, 'weight', '', null, 0.5],
    ],
  },
  {
    by: 'a new record',
    write: send => send('POST', '/products', { name: 'Чай', sku: 'T-1', price: 9, model_ids: [1] }),
    records: [
      ['catalog', 1, 'product_ids', '3', null, 3],
      ['nomenclature', 3, '', '', null, { name: 'Чай', sku: 'T-1' }],
    ],
  },
  {
    by: 'a removal',
    write: send => send('DELETE', '/products/2'),
    records: [
      ['catalog', 1, 'product_ids', '2', 2, null],
      ['matrices', 1, 'products', '2', { position: 1 }, null],
      ['nomenclature', 2, '', '', { name: 'Сок' }, null],
    ],
  },
  {
    by: 'a bulk change',
    write: send => send('PUT', '/products', { ids: [1, 2], data: { status: 'active' } }),
    records: [
      ['nomenclature', 1, 'status', '', 'draft', 'active'],
      ['nomenclature', 2, 'status', '', 'draft', 'active'],
    ],
  },
  {
    by: 'a bulk removal',
    write: send => send('DELETE', '/models', { ids: [1] }),
    records: [
      ['catalog', 1, '', '', { name: 'Летний' }, null],
      ['nomenclature', 2, 'model_ids', '1', 1, null],
    ],
  },
  {
    by: 'a link',
    write: send => send('POST', '/models/1/products', { ids: [1] }),
    records: [
      ['catalog', 1, 'product_ids', '1', null, 1],
      ['nomenclature', 1, 'model_ids', '1', null, 1],
    ],
  },
  {
    by: 'a price of a project',
    write: send => send('PUT', '/products/1/prices', { prices: [{ project_id: 1, amount: 9.5, currency: 'RUB' }] }),
    records: [['nomenclature', 1, 'prices', '1', null, { amount: 9.5, currency: 'RUB' }]],
  },
  {
    by: 'a category of a product',
    write: send => send('PUT', '/products/1/categories', { site: [1] }),
    records: [['nomenclature', 1, 'categories', '1', null, 1]],
  },
  {
    by: 'a tree of categories',
    write: send =>
      send('PUT', '/categories/site', {
        categories: [
          { id: 1, name: 'Воды', children: [] },
          { name: 'Соки', children: [] },
        ],
      }),
    records: [
      ['categories', 1, 'name', '', 'Напитки', 'Воды'],
      ['categories', 2, '', '', null, { name: 'Соки', platform: 'site' }],
    ],
  },
  {
    by: 'an attribute',
    write: send => send('PUT', '/products/1', { attributes: { size: 3 } }),
    records: [['nomenclature', 1, 'attributes.size', '', null, 3]],
  },
  {
    by: 'an attribute that becomes something else',
    write: send => send('PUT', '/attribute/1', { kind: 'text' }),
    records: [['nomenclature', 2, 'attributes.size', '', 7, '7']],
    isFinal: true,
  },
  {
    by: 'a value of a reference that another one replaces',
    write: send => send('POST', '/reference/brand/value/1/replace', { by: 2 }),
    records: [['nomenclature', 2, 'brand_id', '', 1, 2]],
    isFinal: true,
  },
  {
    by: 'an image',
    write: async send => send('POST', '/products/1/images', imageForm(['a.jpg', await jpegOf('red')])),
    records: [
      [
        'nomenclature',
        1,
        'images',
        expect.any(String) as unknown as string,
        null,
        { position: 1, is_main: true, file_name: 'a.jpg', alt: {} },
      ],
    ],
  },
  {
    by: 'a new matrix',
    write: send => send('POST', '/matrices', { name: 'Лето', code: 'summer' }),
    records: [['matrices', 2, '', '', null, { name: 'Лето', code: 'summer' }]],
  },
  {
    by: 'whom a matrix is for',
    write: send =>
      send('PUT', '/matrices/1', { access: { users: [], roles: [{ slug: 'manager_matrix', level: 'view' }] } }),
    records: [
      [
        'matrices',
        1,
        'access',
        '',
        { users: [], roles: [] },
        { users: [], roles: [{ slug: 'manager_matrix', level: 'view' }] },
      ],
    ],
  },
  {
    by: 'a product in a matrix',
    write: send => send('POST', '/matrices/1/products', { ids: [1] }),
    records: [['matrices', 1, 'products', '1', null, { position: 2 }]],
  },
  {
    by: 'a merge of matrices',
    write: send => send('POST', '/matrices/merge', { source_ids: [1], target: { name: 'Обе' }, delete_sources: true }),
    records: [
      ['matrices', 1, '', '', { name: 'Зима' }, null],
      ['matrices', 2, '', '', null, { name: 'Обе' }],
    ],
  },
];
