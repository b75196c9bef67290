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

/** Null content removes the record from the feed. If there are errors, the feed keeps its current content. */
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
  context: PublishContext;
  /**
   * The platform of each of the record's categories, because a feed lists only categories of its project's platform.
   */
  platforms: ReadonlyMap<number, string>;
}

/** Only active records are published; any other is removed from the feed. */
export const buildOutcome = (entity: PublishedRecordType, { record, ...input }: ContentInput): PublishOutcome => {
  const goods = record as PublishedGoods | undefined;
  if (goods?.status !== 'active') return { content: null };
  if (entity === 'catalog') return { content: toFeedModel(goods, input) };
  const product = goods as PublishedProduct;
  const errors = findErrors(product, input);
  return errors.length > 0 ? { faults: errors } : { content: toFeedProduct(product, input) };
};

const findErrors = (product: PublishedProduct, input: Omit<ContentInput, 'record'>): SyncErrorKind[] => [
  ...(product.barcode === null ? (['barcode'] as const) : []),
  ...(listPlatformCategories(product, input).length === 0 ? (['categories'] as const) : []),
];

const toFeedModel = (model: PublishedGoods, input: Omit<ContentInput, 'record'>): FeedItemOfType<'model'> => ({
  type: 'model',
  ...toFeedGoods('catalog', model, input),
  code: (model['code'] as string | null) ?? null,
});

const toFeedProduct = (product: PublishedProduct, input: Omit<ContentInput, 'record'>): FeedItemOfType<'product'> => ({
  type: 'product',
  ...toFeedGoods('nomenclature', product, input),
  sku: product.sku,
  barcode: product.barcode ?? '',
  unit: getReferenceValue(product.unit_id, input.context),
  weight: product.weight,
  by_weight: product.by_weight,
  on_sale_from: product.on_sale_from,
  price: getPrice(product, input.target),
  model_ids: product.model_ids,
});

const toFeedGoods = (entity: PublishedRecordType, record: PublishedGoods, input: Omit<ContentInput, 'record'>) => ({
  id: record.id,
  name: record.name,
  brand: getReferenceValue(record.brand_id, input.context),
  description: record.description,
  category_ids: listPlatformCategories(record, input),
  attributes: toFeedAttributes(entity, record, input.context),
  images: input.images.map(image => toFeedImage(image, input.target)),
  updated_at: record.updated_at,
});

const getReferenceValue = (id: number | null, { values }: PublishContext) =>
  id === null ? null : (values.get(id) ?? null);

const listPlatformCategories = (
  { categories }: PublishedGoods,
  { target, platforms }: Pick<ContentInput, 'target' | 'platforms'>,
): number[] => categories.filter(id => platforms.get(id) === target.platform);

const getPrice = ({ price, prices }: PublishedProduct, { id, currency }: PublishTarget) => {
  const amount = prices.find(projectPrice => projectPrice.project_id === id)?.amount ?? price;
  return amount === null ? null : { amount, currency };
};

const toFeedAttributes = (entity: PublishedRecordType, { attributes }: PublishedGoods, context: PublishContext) => {
  const prefix = 'attributes.';
  return Object.fromEntries(
    Object.entries(context.attributes[entity]).flatMap(([name, field]) => {
      const code = name.slice(prefix.length);
      const value = getOwnValue(attributes, code);
      return value === undefined || value === null ? [] : [[code, presentValue(value, field, context)]];
    }),
  );
};

const presentValue = (value: unknown, field: Field, context: PublishContext): unknown => {
  if (!isReferenceField(field)) return value;
  return Array.isArray(value)
    ? value.flatMap(id => getReferenceValue(id, context) ?? [])
    : getReferenceValue(Number(value), context);
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
