import { collection } from './collection.ts';
import { onlyWhen } from './conditions.ts';
import { byCode, choice, flag, place, text } from './fields.ts';
import type { Access, PermissionSlug } from './permissions.ts';

/** Administered with one slug; its list is open to those as well whose screens show what is defined here. */
const administered = (slug: PermissionSlug, ...shownTo: PermissionSlug[]) => {
  const administrators: Access = [slug];
  return {
    list: [slug, ...shownTo] satisfies Access as Access,
    read: administrators,
    create: administrators,
    update: administrators,
    remove: administrators,
  };
};

/** Whoever lists or edits goods: their columns, filters and forms are made of attributes and languages. */
const goods = ['products.show-list', 'product.show-general', 'models.show-list', 'model.show-general'] as const;

/** What the values of an attribute are; contract 6. */
export const attributeKinds = ['text', 'long_text', 'number', 'flag', 'date', 'reference', 'references'] as const;
export type AttributeKind = (typeof attributeKinds)[number];

/** What a cafe's media go to: a receiver that they are put to, or a folder of the server. */
export const cafeKinds = ['http', 'folder'] as const;

/** What the goods of a project, a language and an attribute are called by in addresses, queries and stored values. */
const code = text({ required: true, max: 32, format: 'code' });
const name = text({ required: true });

/** The resources of the settings (§2), by the name that is their address below `/content`. */
export const settings = {
  'settings/project': collection('/project', {
    access: administered(
      'settings_project',
      'product.show-prices',
      'product.show-categories',
      'model.show-categories',
      'categories.show-list',
      'synchronization.show-list',
      'synchronization.run',
    ),
    fields: {
      name,
      code,
      /** Projects of one platform share their categories. */
      platform: text({ required: true, max: 32, format: 'code' }),
      currency: choice(['RUB'], { readOnly: true }),
      archived: flag(),
    },
    search: ['name', 'code', 'platform'],
    sort: ['name', 'code', 'platform', 'updated_at', 'created_at'],
  }),
  /** §3: the first one is current. */
  'settings/language': collection('/language', {
    access: administered('settings_language', ...goods, 'product.show-images', 'model.show-images'),
    fields: { name, code, order: place(), archived: flag() },
    search: ['name', 'code'],
    sort: ['order', 'name', 'code', 'updated_at', 'created_at'],
  }),
  /** Where media are sent. */
  'settings/cafe': collection('/cafe', {
    access: administered('settings_reference', 'product.send-media'),
    fields: {
      name,
      kind: choice(cafeKinds),
      address: onlyWhen('kind', ['http'], text({ max: 500, format: 'url' }), { required: true }),
      folder: onlyWhen('kind', ['folder'], text({ max: 100, format: 'folder' }), { required: true }),
      /** What it gets is signed by a key that it knows. */
      has_key: flag({ readOnly: true }),
      archived: flag(),
    },
    search: ['name', 'address', 'folder'],
    sort: ['name', 'kind', 'updated_at', 'created_at'],
  }),
  'settings/attribute': collection('/attribute', {
    access: administered('settings_attribute', ...goods, 'product-list.import-file'),
    fields: {
      name,
      code,
      kind: choice(attributeKinds),
      unit: onlyWhen('kind', ['number'], text({ max: 16 })),
      reference: onlyWhen('kind', ['reference', 'references'], byCode('settings/reference'), { required: true }),
      per_language: onlyWhen('kind', ['text', 'long_text'], flag()),
      applies_to: choice(['products', 'models', 'both']),
      required: flag(),
      order: place(),
      archived: flag(),
    },
    search: ['name', 'code'],
    sort: ['order', 'name', 'code', 'kind', 'updated_at', 'created_at'],
  }),
  /** The value lists: those that `references.ts` declares, and those that people add. */
  'settings/reference': collection('/reference', {
    access: administered('settings_reference', 'settings_attribute'),
    fields: {
      name,
      code,
      /** Declared by the program: only its values can be changed. */
      declared: flag({ readOnly: true }),
      archived: flag(),
    },
    search: ['name', 'code'],
    sort: ['name', 'code', 'updated_at', 'created_at'],
  }),
};

export type SettingsResource = keyof typeof settings;
