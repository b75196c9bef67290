import { z } from 'zod';
import { categoryReadAccess } from './categories.ts';
import { buildPageSchema, type Collection, getWriteAccess, listFieldSlugs } from './collection.ts';
import { Person } from './editor.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './field.ts';
import { findPictureField } from './images.ts';
import { type Access, combineAccess } from './permissions.ts';
import { getCollection, listResourcesWith } from './records.ts';

export const draftEntities = [...listResourcesWith('drafts'), 'categories'] as const;
export type DraftEntity = (typeof draftEntities)[number];
const Entity = z.enum(draftEntities);
export const isDraftEntity = (entity: string): entity is DraftEntity =>
  (draftEntities as readonly string[]).includes(entity);

/** A draft also records changed relations. These are not fields of the record, so they are named here. */
export const relationFields = { images: 'images', products: 'products', order: 'products_order' } as const;

const findEntityCollection = (entity: string): Collection | null =>
  entity === 'categories' ? null : getCollection(entity);

/** @param entity a resource or `categories` */
export const getChangeReadAccess = (entity: string): Access => {
  const collection = findEntityCollection(entity);
  return collection ? combineAccess([collection.access.list, collection.access.read]) : categoryReadAccess;
};

const getBaseFieldName = (field: string): string => field.split('.')[0] ?? '';

/**
 * The guarded fields of an entity, by the slug that guards them. Changes to such a field must be hidden from users
 * without the slug.
 */
export const listGuardedFields = (entity: string): readonly [slug: string, fields: string[]][] => {
  const collection = findEntityCollection(entity);
  if (!collection) return [];
  const guardedFields = guardedFieldsOf.get(collection) ?? findGuardedFields(collection);
  guardedFieldsOf.set(collection, guardedFields);
  return guardedFields;
};

/** Remembered, because each change in a history is compared with them. */
const guardedFieldsOf = new WeakMap<Collection, readonly [slug: string, fields: string[]][]>();

const findGuardedFields = (collection: Collection): [slug: string, fields: string[]][] => {
  const picture = findPictureField(collection);
  return [...new Set([...listFieldSlugs(collection), ...(picture ? [picture.keptBy] : [])])].map(slug => [
    slug,
    [
      ...Object.keys(collection.fields).filter(name => collection.fields[name]?.slug === slug),
      ...(picture?.keptBy === slug ? [relationFields.images] : []),
    ],
  ]);
};

const revertibleCategoryFields: readonly string[] = ['name', 'parent_id'];

/** The access rule for reverting a field, checked before any per-record access; null when it cannot be reverted. */
export const getRevertAccess = (entity: string, field: string): Access | null => {
  const collection = findEntityCollection(entity);
  if (!collection) return revertibleCategoryFields.includes(field) ? ['categories.show-list'] : null;
  const picture = findPictureField(collection);
  if (field === relationFields.images) return picture && [picture.keptBy];
  if (field === relationFields.products || field === relationFields.order) return collection.access.update;
  const declaredField = collection.fields[getBaseFieldName(field)];
  return declaredField && !declaredField.readOnly ? getWriteAccess(collection, getBaseFieldName(field)) : null;
};

/** Limits the changes per field in a response, because a bulk link may have thousands; `total` gives the full count. */
export const MAX_CHANGES_PER_FIELD = 20;
/** Limits the changes embedded in a draft. They are only a preview, so that a list of drafts stays small. */
export const MAX_CHANGES_PER_DRAFT = 5;

/** Limits the moves in a response, since reordering can involve thousands of records. */
export const MAX_MOVES = 10;

/** A reordering as a minimal list of moves, because two full orders are hard to compare. Positions are 1-based. */
export interface OrderDifference {
  count: number;
  moved: number;
  moves: { id: number; name: string | null; from: number; to: number }[];
}

const ChangeSchema = z.object({
  item: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  at: z.iso.datetime(),
  /** Display name of the linked item, because an id means nothing to the user; for a category, its path. */
  label: z.string().nullable(),
  picture: z.string().nullable(),
  /** False when the caller lacks access, or when the item that was linked before no longer exists. */
  may_revert: z.boolean(),
  is_reverted: z.boolean(),
  acted_by: Person.optional(),
});
export type DraftChange = z.output<typeof ChangeSchema>;

const FieldChanges = z.object({
  /** Empty when the record itself was created or deleted, since no single field changed. */
  field: z.string(),
  total: z.int().positive(),
  changes: z.array(ChangeSchema),
});
export type FieldChanges = z.output<typeof FieldChanges>;

export const RecordChanges = z.object({
  /** A resource or `categories`. */
  entity: z.string(),
  record_id: Id,
  /**
   * The record's name; for a category, its path. A deleted record has its last name here, so that the history stays
   * readable.
   */
  name: z.string(),
  detail: z.string().nullable(),
  picture: z.string().nullable(),
  /** False if the record has been deleted, so that the client does not link to a missing page. */
  is_there: z.boolean(),
  fields: z.array(FieldChanges),
});
export type RecordChanges = z.output<typeof RecordChanges>;

/** §3, contract 3: a user's changes, either pending or published by a run. */
const DraftSummary = z.object({
  id: Id,
  /** Null once the user is deleted, because drafts outlive accounts. */
  manager: Person.nullable(),
  acted_by: z.array(Person).default([]),
  status: z.enum(['current', 'history']),
  created_at: z.iso.datetime(),
  closed_at: z.iso.datetime().nullable(),
  run_id: z.int().nullable(),
  changes_count: z.int().min(0),
  products_count: z.int().min(0),
  errors_count: z.int().min(0),
});
export type DraftSummary = z.output<typeof DraftSummary>;

const Draft = DraftSummary.extend({
  changes: z.array(
    z.object({
      entity: z.string(),
      record_id: Id,
      name: z.string(),
      field: z.string(),
      item: z.string(),
      before: z.unknown(),
      after: z.unknown(),
    }),
  ),
});
export type Draft = z.output<typeof Draft>;

export const historyStatuses = ['history', 'clean', 'faulty', 'current'] as const;
export type HistoryStatus = (typeof historyStatuses)[number];

const buildPagingQuery = (perPage: number, maxPerPage: number) => ({
  page: z.coerce.number().int().min(1).default(1),
  per_page: z.coerce.number().int().min(1).max(maxPerPage).default(perPage),
});

export const draftEndpoints = {
  /** §7: the caller's own current draft; null when it is empty, so that the header shows nothing. */
  currentHeader: endpoint('GET /drafts/current-header', {
    access: ['change.show-current'],
    isEverywhere: true,
    result: z.object({ draft: DraftSummary.nullable() }),
  }),
  /** §7: all pending changes of all users, restricted to what the caller may see elsewhere. */
  allCurrents: endpoint('GET /drafts/all-currents', {
    access: 'signed-in',
    answeredAs: 'items',
    result: z.object({ items: z.array(Draft) }),
  }),
  history: endpoint('GET /drafts/history', {
    access: 'signed-in',
    query: z.strictObject({
      ...buildPagingQuery(10, 100),
      user: z.coerce.number().pipe(Id).optional(),
      status: z.enum(historyStatuses).optional(),
    }),
    result: buildPageSchema(Draft),
  }),
  /** Extension: authors of drafts, for the filter in the history. */
  managers: endpoint('GET /drafts/managers', {
    access: 'signed-in',
    result: z.array(Person),
  }),
  ofRecord: endpoint('GET /drafts/changes', {
    access: 'signed-in',
    isEverywhere: true,
    query: z.strictObject({ entity: Entity, record_id: z.coerce.number().pipe(Id), ...buildPagingQuery(20, 100) }),
    result: buildPageSchema(z.object({ draft: DraftSummary, record: RecordChanges })),
  }),
  /** Extension: the changes in a draft grouped by record, most recently changed first. */
  changes: endpoint('GET /drafts/:id/changes', {
    access: 'signed-in',
    query: z.strictObject({
      ...buildPagingQuery(50, 200),
      entity: Entity.optional(),
    }),
    result: buildPageSchema(RecordChanges).extend({
      /** The number of changes hidden from the caller. Without it, the list would not add up to the total. */
      hidden: z.int().min(0),
    }),
  }),
  /**
   * Extension: restores a field, or one linked pair, to its value before the draft. This is a new change by the caller.
   * 409 with `{ before, after, current }` when the value has changed since, so that nobody's later edit is lost.
   */
  revert: endpoint('POST /drafts/:id/revert', {
    access: 'signed-in',
    isEverywhere: true,
    body: z.strictObject({
      entity: Entity,
      record_id: Id,
      field: z.string().min(1).max(128),
      item: z.string().max(128).default(''),
    }),
    result: z.null(),
  }),
};
