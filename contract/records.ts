import type { z } from 'zod';
import { type Collection, collection, type StampField } from './collection.ts';
import {
  attributes,
  barcode,
  byCode,
  categories,
  date,
  flag,
  guarded,
  longText,
  many,
  moment,
  money,
  number,
  picture,
  prices,
  reference,
  status,
  text,
} from './fields.ts';
import { matrixReaders, matrixWriters } from './matrices.ts';
import { password, permissions, person, sharing } from './peopleFields.ts';
import {
  type ReferenceName,
  type ReferenceResource,
  type ReferenceValue,
  referenceCollection,
  referenceInResource,
  referenceNames,
  referenceResource,
} from './references.ts';
import { type SettingsResource, settings } from './settings.ts';

const brand = reference('brand' satisfies ReferenceName);
const lifecycle = status(['draft', 'active', 'archived']);

/** The resources, by the name that is their address below `/content`. */
export const records = {
  nomenclature: collection('/products', {
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
    fields: {
      name: text({ required: true }),
      sku: text({ max: 64, mayBeCode: true }),
      barcode: barcode(),
      status: lifecycle,
      brand_id: brand,
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
    search: ['name', 'sku', 'barcode'],
    sort: ['name', 'sku', 'barcode', 'status', 'weight', 'price', 'on_sale_from', 'updated_at', 'created_at'],
  }),
  catalog: collection('/models', {
    access: {
      list: ['models.show-list'],
      read: ['model.show-general', 'model.show-products', 'model.show-categories', 'model.show-images'],
      create: ['model.show-general'],
      update: ['model.show-general'],
      remove: ['model.show-general'],
    },
    fields: {
      name: text({ required: true }),
      code: text({ max: 64 }),
      brand_id: brand,
      status: lifecycle,
      description: longText(),
      attributes: attributes('models'),
      product_ids: guarded('model.show-products', many('nomenclature' satisfies ResourceName)),
      categories: guarded('model.show-categories', categories()),
      picture: picture('model.show-images'),
    },
    search: ['name', 'code'],
    sort: ['name', 'code', 'status', 'updated_at', 'created_at'],
  }),
  matrices: collection('/matrices', {
    access: {
      list: matrixReaders,
      read: matrixWriters,
      create: ['matrix.operation'],
      update: matrixWriters,
      remove: matrixWriters,
    },
    fields: {
      name: text({ required: true }),
      code: text({ max: 64 }),
      status: lifecycle,
      author: person(),
      products_count: number({ required: true, readOnly: true }),
      starts_on: date(),
      ends_on: date(),
      access: guarded('matrix.operation', sharing()),
    },
    search: ['name', 'code'],
    sort: ['name', 'code', 'status', 'products_count', 'starts_on', 'ends_on', 'updated_at', 'created_at'],
  }),
  users: collection('/users', {
    access: {
      list: ['users.show-list'],
      read: ['user.show-general'],
      create: ['user.create'],
      update: ['user.show-general'],
      remove: ['user.show-general'],
    },
    fields: {
      /** Last, first and middle name, as lists are ordered; the server puts it together. */
      name: text({ required: true, readOnly: true, max: 320 }),
      first_name: text({ required: true, max: 100 }),
      middle_name: text({ max: 100 }),
      last_name: text({ required: true, max: 100 }),
      email: text({ required: true, max: 254, format: 'email' }),
      password: password(),
      role: byCode('roles' satisfies ResourceName, { required: true, key: 'slug' }),
      /** Held beside those of the role. */
      permissions: permissions({ besides: 'role' }),
      status: status(['active', 'blocked']),
      /** What the role and the own permissions come to. */
      rights: permissions({ readOnly: true }),
      avatar: picture('user.show-general'),
      created_at: moment(),
      last_seen: moment({ required: false }),
    },
    search: ['name', 'email'],
    sort: ['name', 'email', 'status', 'last_seen', 'created_at', 'updated_at'],
  }),
  roles: collection('/roles', {
    access: {
      list: ['roles.manage', 'users.show-list', 'user.show-general', 'user.create'],
      read: ['roles.manage'],
      create: ['roles.manage'],
      update: ['roles.manage'],
      remove: ['roles.manage'],
    },
    fields: {
      name: text({ required: true }),
      slug: text({ required: true, max: 64, format: 'slug' }),
      permissions: permissions(),
      /** The program knows it by its slug: it stays. */
      declared: flag({ readOnly: true }),
    },
    search: ['name', 'slug'],
    sort: ['name', 'slug', 'updated_at', 'created_at'],
  }),
  ...settings,
};

export type OwnResource = 'nomenclature' | 'catalog' | 'matrices' | 'users' | 'roles' | SettingsResource;
records satisfies Record<OwnResource, unknown>;
export const ownResources = Object.keys(records) as OwnResource[];
export type ResourceName = OwnResource | ReferenceResource;

/** What the global search looks through (§6), each by its own list's search. */
export const searchedResources = [
  'nomenclature',
  'catalog',
  'matrices',
  'users',
] as const satisfies readonly OwnResource[];

/** A record of a resource as the API carries it. */
export type RecordOf<R extends ResourceName> = R extends OwnResource
  ? z.output<(typeof records)[R]['record']>
  : ReferenceValue;
/** What a record holds beside its stamp; a field that shows a part of the stamp counts. */
export type FieldName<R extends ResourceName> = R extends OwnResource
  ? keyof (typeof records)[R]['fields'] & string
  : Exclude<keyof ReferenceValue, StampField>;

const referenceCollections = new Map<string, Collection>(
  referenceNames.map(name => [referenceResource(name), referenceCollection(name) as unknown as Collection]),
);

/**
 * The collection of a resource, the values of any reference included: people add references of their own.
 * @throws when no such resource is declared.
 */
export const collectionOf = (resource: string): Collection => {
  const known = referenceCollections.get(resource) ?? (records as Record<string, unknown>)[resource];
  if (known) return known as Collection;
  const reference = referenceInResource(resource);
  if (!reference) throw new Error(`resource "${resource}" is not declared in the contract`);
  const made = referenceCollection(reference) as unknown as Collection;
  referenceCollections.set(resource, made);
  return made;
};

/** The collection of a reference's values by the reference's code, or null when it is none. */
export const referenceValues = (name: string): Collection | null =>
  referenceInResource(referenceResource(name)) === null ? null : collectionOf(referenceResource(name));

/** Every declared resource, own ones first. */
export const resourceNames: readonly ResourceName[] = [...ownResources, ...referenceNames.map(referenceResource)];
