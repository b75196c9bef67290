import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id } from './field.ts';
import type { PermissionSlug } from './permissions.ts';

/**
 * What a shop reads about a project's goods (decision 58). Ids are the record ids, so that they stay stable across
 * publications.
 */

const NamedRef = z.object({ id: Id, name: z.string() });

const FeedImage = z.object({
  /** URLs on the server's origin. The feed key also gives access to these URLs, because a shop has no session. */
  small: z.string(),
  medium: z.string(),
  large: z.string(),
  full: z.string(),
  width: z.int(),
  height: z.int(),
  is_main: z.boolean(),
  alt: z.record(z.string(), z.string()),
});

const sharedItemFields = {
  id: Id,
  name: z.string(),
  brand: NamedRef.nullable(),
  description: z.string().nullable(),
  category_ids: z.array(Id),
  /**
   * By attribute code. Reference values include their names, since a shop has no access to references; localized texts
   * are objects by language code.
   */
  attributes: z.record(z.string(), z.unknown()),
  images: z.array(FeedImage),
  updated_at: z.iso.datetime(),
};

const FeedCategory = z.object({
  type: z.literal('category'),
  id: Id,
  name: z.string(),
  parent_id: Id.nullable(),
  /** Names from the root down to this category, so that a shop need not assemble the tree. */
  path: z.array(z.string()),
  position: z.int(),
});

const FeedModel = z.object({ type: z.literal('model'), ...sharedItemFields, code: z.string().nullable() });

/** A field added here is published by the next run, because feeds are compared by their schema too. */
const FeedProduct = z.object({
  type: z.literal('product'),
  ...sharedItemFields,
  sku: z.string().nullable(),
  barcode: z.string(),
  unit: NamedRef.nullable(),
  weight: z.number().nullable(),
  by_weight: z.boolean(),
  on_sale_from: z.iso.date().nullable(),
  price: z.object({ amount: z.number(), currency: z.string() }).nullable(),
  /** Only models that are also in the feed, so that a shop can resolve every id. */
  model_ids: z.array(Id),
});

export const FeedItem = z.discriminatedUnion('type', [FeedCategory, FeedModel, FeedProduct]);
export type FeedItem = z.output<typeof FeedItem>;
export type FeedItemOfType<T extends FeedItem['type']> = Extract<FeedItem, { type: T }>;

/**
 * An item as it was published, possibly before a field was added or changed here. The schema is loose, because the item
 * is served unchanged until the next run publishes it again.
 */
const LegacyFeedItem = z.looseObject({ type: z.string(), id: Id });
export type StoredItem = FeedItem | z.output<typeof LegacyFeedItem>;

const feedReadAccess = ['synchronization.show-list'] as const;

/** Slugs that guard fields of feed items. Users without the slug get an empty value. */
export const feedSlugs = {
  product: {
    price: 'product.show-prices',
    images: 'product.show-images',
    model_ids: 'product.show-models',
    category_ids: 'product.show-categories',
  },
  model: { images: 'model.show-images', category_ids: 'model.show-categories' },
  category: {},
} as const satisfies Record<FeedItem['type'], Record<string, PermissionSlug>>;

export const feedEndpoints = {
  /**
   * Cursor pagination by `next`: models, then categories, then products, each by id. If `version` changes between
   * pages, start over, because the pages no longer belong together.
   */
  read: endpoint('GET /feeds/:code', {
    access: feedReadAccess,
    auth: 'apiKey',
    query: z.strictObject({
      after: z
        .string()
        .regex(/^(catalog|categories|nomenclature):\d{1,10}$/)
        .optional(),
      limit: z.coerce.number().int().min(1).max(1000).default(200),
    }),
    result: z.object({
      project: z.object({ code: z.string(), name: z.string(), currency: z.string() }),
      version: z.int(),
      changed_at: z.iso.datetime().nullable(),
      total: z.int(),
      items: z.array(z.union([FeedItem, LegacyFeedItem])),
      next: z.string().nullable(),
    }),
  }),
  picture: endpoint('GET /feeds/:code/pictures/:key/:file', {
    access: feedReadAccess,
    auth: 'apiKey',
    raw: 'image/webp',
  }),
};
