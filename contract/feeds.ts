import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id } from './field.ts';
import type { PermissionSlug } from './permissions.ts';

/** What a shop reads of a project (decision 58). Ids stay those of the records. */

const Named = z.object({ id: Id, name: z.string() });

const FeedImage = z.object({
  /** Addresses on the server's origin; they take the key of the feed, as the feed itself. */
  small: z.string(),
  medium: z.string(),
  large: z.string(),
  full: z.string(),
  /** Of `full`, in px. */
  width: z.int(),
  height: z.int(),
  is_main: z.boolean(),
  alt: z.record(z.string(), z.string()),
});

const ofGoods = {
  id: Id,
  name: z.string(),
  brand: Named.nullable(),
  description: z.string().nullable(),
  /** Of the project's platform. */
  category_ids: z.array(Id),
  /** By the attribute's code; values of references with their names, texts per language by its code. */
  attributes: z.record(z.string(), z.unknown()),
  images: z.array(FeedImage),
  updated_at: z.iso.datetime(),
};

const FeedCategory = z.object({
  type: z.literal('category'),
  id: Id,
  name: z.string(),
  parent_id: Id.nullable(),
  /** The names from the top down to its own. */
  path: z.array(z.string()),
  /** Among its siblings, from 1. */
  position: z.int(),
});

const FeedModel = z.object({ type: z.literal('model'), ...ofGoods, code: z.string().nullable() });

const FeedProduct = z.object({
  type: z.literal('product'),
  ...ofGoods,
  sku: z.string().nullable(),
  barcode: z.string(),
  unit: Named.nullable(),
  /** In kg. */
  weight: z.number().nullable(),
  by_weight: z.boolean(),
  on_sale_from: z.iso.date().nullable(),
  /** The project's own, else the base price. */
  price: z.object({ amount: z.number(), currency: z.string() }).nullable(),
  /** Of models that the feed holds as well. */
  model_ids: z.array(Id),
});

export const FeedItem = z.discriminatedUnion('type', [FeedCategory, FeedModel, FeedProduct]);
export type FeedItem = z.output<typeof FeedItem>;
export type FeedOf<T extends FeedItem['type']> = Extract<FeedItem, { type: T }>;

/** Open to whoever may look at the synchronization, and by the project's own key. */
const access = ['synchronization.show-list'] as const;

/** What guards fields of goods that a feed holds: who lacks a slug is sent nothing in their place. */
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
  /** Pages by `next`: models, categories, products, each by id. Another `version` means that it was published anew. */
  read: endpoint('GET /feeds/:code', {
    access,
    isByKey: true,
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
      /** When it became what it is; null before the first run. */
      changed_at: z.iso.datetime().nullable(),
      total: z.int(),
      items: z.array(FeedItem),
      /** `after` of the next page; null on the last. */
      next: z.string().nullable(),
    }),
  }),
  picture: endpoint('GET /feeds/:code/pictures/:key/:file', { access, isByKey: true, raw: 'image/webp' }),
};
