import type { z } from 'zod';
import type { AttributeDefinitions } from '#contract/attributes.ts';
import type { FeedItem, FeedItemOfType } from '#contract/feeds.ts';
import type { Price } from '#contract/fields/prices.ts';
import type { Field, Fields } from '#contract/fields.ts';
import { getPictureUrl, getThumbnailUrl } from '#contract/images.ts';
import { API_BASE } from '#contract/limits.ts';
import type { PublishedRecordType, SyncErrorKind } from '#contract/synchronization.ts';
import { getOwnValue } from '#contract/values.ts';
import type { WireRecord } from '../records/readRecords.ts';
import { isReferenceField } from '../table/cells.ts';
import type { RecordImage } from './images.ts';

export interface PublishTarget {
  id: number;
  code: string;
  name: string;
  platform: string;
  currency: string;
}

export interface PublishContext {
  sources: AttributeDefinitions;
  attributes: Readonly<Record<PublishedRecordType, Fields>>;
  values: ReadonlyMap<number, { id: number; name: string }>;
}

/** Null content removes the record; with errors the feed keeps what it has. */
export type PublishOutcome = { content: FeedItem | null } | { faults: SyncErrorKind[] };

type PublishedGoods = WireRecord & {
  name: string;
  status: string;
  brand_id: number | null;
  description: string | null;
  attributes: Record<string, unknown>;
  categories: number[];
  updated_at: string;
};
type PublishedProduct = PublishedGoods & {
  sku: string | null;
  barcode: string | null;
  unit_id: number | null;
  weight: number | null;
  by_weight: boolean;
  on_sale_from: string | null;
  price: number | null;
  prices: z.output<typeof Price>[];
  model_ids: number[];
};

interface ContentInput {
  record: WireRecord | undefined;
  images: readonly RecordImage[];
  target: PublishTarget;
  around: PublishContext;
  /** The platform of each of the record's categories, because a feed only lists those of its project's platform. */
  platforms: ReadonlyMap<number, string>;
}

/** Only active records are published; any other is removed from the feed. */
export const buildOutcome = (entity: PublishedRecordType, { record, ...given }: ContentInput): PublishOutcome => {
  const goods = record as PublishedGoods | undefined;
  if (goods?.status !== 'active') return { content: null };
  if (entity === 'catalog') return { content: toFeedModel(goods, given) };
  const product = goods as PublishedProduct;
  const faults = findErrors(product, given);
  return faults.length > 0 ? { faults } : { content: toFeedProduct(product, given) };
};

const findErrors = (product: PublishedProduct, given: Omit<ContentInput, 'record'>): SyncErrorKind[] => [
  ...(product.barcode === null ? (['barcode'] as const) : []),
  ...(listPlatformCategories(product, given).length === 0 ? (['categories'] as const) : []),
];

const toFeedModel = (model: PublishedGoods, given: Omit<ContentInput, 'record'>): FeedItemOfType<'model'> => ({
  type: 'model',
  ...toFeedGoods('catalog', model, given),
  code: (model['code'] as string | null) ?? null,
});

const toFeedProduct = (product: PublishedProduct, given: Omit<ContentInput, 'record'>): FeedItemOfType<'product'> => ({
  type: 'product',
  ...toFeedGoods('nomenclature', product, given),
  sku: product.sku,
  barcode: product.barcode ?? '',
  unit: getReferenceValue(product.unit_id, given.around),
  weight: product.weight,
  by_weight: product.by_weight,
  on_sale_from: product.on_sale_from,
  price: getPrice(product, given.target),
  model_ids: product.model_ids,
});

const toFeedGoods = (entity: PublishedRecordType, record: PublishedGoods, given: Omit<ContentInput, 'record'>) => ({
  id: record.id,
  name: record.name,
  brand: getReferenceValue(record.brand_id, given.around),
  description: record.description,
  category_ids: listPlatformCategories(record, given),
  attributes: toFeedAttributes(entity, record, given.around),
  images: given.images.map(image => toFeedImage(image, given.target)),
  updated_at: record.updated_at,
});

const getReferenceValue = (id: number | null, { values }: PublishContext) =>
  id === null ? null : (values.get(id) ?? null);

const listPlatformCategories = (
  { categories }: PublishedGoods,
  { target, platforms }: Pick<ContentInput, 'target' | 'platforms'>,
): number[] => categories.filter(id => platforms.get(id) === target.platform);

const getPrice = ({ price, prices }: PublishedProduct, { id, currency }: PublishTarget) => {
  const amount = prices.find(one => one.project_id === id)?.amount ?? price;
  return amount === null ? null : { amount, currency };
};

const toFeedAttributes = (entity: PublishedRecordType, { attributes }: PublishedGoods, around: PublishContext) => {
  const prefix = 'attributes.';
  return Object.fromEntries(
    Object.entries(around.attributes[entity]).flatMap(([name, field]) => {
      const code = name.slice(prefix.length);
      const value = getOwnValue(attributes, code);
      return value === undefined || value === null ? [] : [[code, presentValue(value, field, around)]];
    }),
  );
};

const presentValue = (value: unknown, field: Field, around: PublishContext): unknown => {
  if (!isReferenceField(field)) return value;
  return Array.isArray(value)
    ? value.flatMap(id => getReferenceValue(id, around) ?? [])
    : getReferenceValue(Number(value), around);
};

const toFeedImage = ({ key, ending, width, height, is_main, alt }: RecordImage, { code }: PublishTarget) => {
  const base = `${API_BASE}/feeds/${code}`;
  return {
    small: base + getThumbnailUrl(key, 'small'),
    medium: base + getThumbnailUrl(key, 'medium'),
    large: base + getThumbnailUrl(key, 'large'),
    full: base + getPictureUrl(key, `full.${ending}`),
    width,
    height,
    is_main,
    alt,
  };
};
