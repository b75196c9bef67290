import { z } from 'zod';
import { categoriesShownTo } from './categories.ts';
import { type Collection, fieldSlugs, page, writersOf } from './collection.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './field.ts';
import { pictureField } from './images.ts';
import { type Access, accessOfAny } from './permissions.ts';
import { collectionOf, resourcesWith } from './records.ts';

/** What changes are recorded of: resources, and the categories of the trees. */
export const draftEntities = [...resourcesWith('history'), 'categories'] as const;
export type DraftEntity = (typeof draftEntities)[number];
const Entity = z.enum(draftEntities);

/** What a draft says of a record besides its own fields, where it is pairs that are no field of the contract. */
export const pairedFields = { images: 'images', products: 'products', order: 'products_order' } as const;

const collectionOfEntity = (entity: DraftEntity): Collection | null =>
  entity === 'categories' ? null : collectionOf(entity);

/** Who sees the changes of an entity at all: whoever lists its records or opens one. */
export const changesShownTo = (entity: DraftEntity): Access => {
  const collection = collectionOfEntity(entity);
  return collection ? accessOfAny([collection.access.list, collection.access.read]) : categoriesShownTo;
};

/** The name of a field in the contract: all attributes are one there. */
const declaredName = (field: string): string => field.split('.')[0] ?? '';

/** The fields of an entity that a slug guards, by slug. */
export const guardedIn = (entity: DraftEntity): [slug: string, fields: string[]][] => {
  const collection = collectionOfEntity(entity);
  if (!collection) return [];
  const picture = pictureField(collection);
  return [...new Set([...fieldSlugs(collection), ...(picture ? [picture.keptBy] : [])])].map(slug => [
    slug,
    [
      ...Object.keys(collection.fields).filter(name => collection.fields[name]?.slug === slug),
      ...(picture?.keptBy === slug ? [pairedFields.images] : []),
    ],
  ]);
};

/** What of a category can be put back by itself. */
const revertedOfCategory: readonly string[] = ['name', 'parent_id'];

/** Who may put a field back to what it was, whatever the record's own rows say; null where nobody can. */
export const revertersOf = (entity: DraftEntity, field: string): Access | null => {
  const collection = collectionOfEntity(entity);
  if (!collection) return revertedOfCategory.includes(field) ? ['categories.show-list'] : null;
  const picture = pictureField(collection);
  if (field === pairedFields.images) return picture && [picture.keptBy];
  if (field === pairedFields.products || field === pairedFields.order) return collection.access.update;
  const declared = collection.fields[declaredName(field)];
  return declared && !declared.readOnly ? writersOf(collection, declaredName(field)) : null;
};

/** Changes of one field that an answer carries at most; `total` says how many there are. */
export const SHOWN_OF_FIELD = 20;
/** Changes that stand in a draft itself, as a taste of it. */
export const SHOWN_OF_DRAFT = 5;

/** Moves of an order that stand in an answer: an order of thousands does not travel. */
export const SHOWN_MOVES = 10;

/** How an order became another: as few moves as lead there, the first of them with their places from 1. */
export interface OrderDifference {
  count: number;
  moved: number;
  moves: { id: number; name: string | null; from: number; to: number }[];
}

/** One value, or one pair of a field; null for what was not there, or is not any more. */
const Change = z.object({
  /** What the pair links to: an id, or the key of a picture; empty for a value. */
  item: z.string(),
  /** Of an order an `OrderDifference`: how it is put back, and how it came about. */
  before: z.unknown(),
  after: z.unknown(),
  at: z.iso.datetime(),
  /** What the pair links to, by name; of a category its path. */
  label: z.string().nullable(),
  /** The address of its picture below the API base. */
  picture: z.string().nullable(),
  /** Whether the caller may put it back, and there is what it would be put back to. */
  may_revert: z.boolean(),
});
export type DraftChange = z.output<typeof Change>;

const FieldChanges = z.object({
  /** Empty for the record itself, made or removed; an attribute's is `attributes.<code>`. */
  field: z.string(),
  total: z.int().positive(),
  changes: z.array(Change),
});
export type FieldChanges = z.output<typeof FieldChanges>;

/** The changes of one record in one draft. */
const RecordChanges = z.object({
  entity: Entity,
  record_id: Id,
  /** As it is called now, or was when it was removed; of a category its path. */
  name: z.string(),
  detail: z.string().nullable(),
  picture: z.string().nullable(),
  /** Whether there is something to open. */
  is_there: z.boolean(),
  fields: z.array(FieldChanges),
});
export type RecordChanges = z.output<typeof RecordChanges>;

/** §3, contract 3: what somebody changed and a run published, or not yet. */
const DraftHead = z.object({
  id: Id,
  /** Null once the person is gone. */
  manager: z.object({ id: Id, name: z.string() }).nullable(),
  status: z.enum(['current', 'history']),
  created_at: z.iso.datetime(),
  closed_at: z.iso.datetime().nullable(),
  run_id: z.int().nullable(),
  changes_count: z.int().min(0),
  products_count: z.int().min(0),
  errors_count: z.int().min(0),
});
export type DraftHead = z.output<typeof DraftHead>;

const Draft = DraftHead.extend({
  /** The first few that the caller may see. */
  changes: z.array(
    z.object({
      entity: Entity,
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

/** What the history is narrowed to; without one it holds all that was published. */
export const historyStatuses = ['history', 'clean', 'faulty', 'current'] as const;
export type HistoryStatus = (typeof historyStatuses)[number];

const paging = (perPage: number, most: number) => ({
  page: z.coerce.number().int().min(1).default(1),
  per_page: z.coerce.number().int().min(1).max(most).default(perPage),
});

export const draftEndpoints = {
  /** §7: the caller's own current draft; null while it holds nothing. */
  currentHeader: endpoint('GET /drafts/current-header', {
    access: ['change.show-current'],
    isEverywhere: true,
    result: z.object({ draft: DraftHead.nullable() }),
  }),
  /** §7: what everybody has changed and nobody published yet. Everybody sees of it what they may see elsewhere. */
  allCurrents: endpoint('GET /drafts/all-currents', {
    access: 'signed-in',
    answeredAs: 'items',
    result: z.object({ items: z.array(Draft) }),
  }),
  history: endpoint('GET /drafts/history', {
    access: 'signed-in',
    query: z.strictObject({
      ...paging(10, 100),
      user: z.coerce.number().pipe(Id).optional(),
      status: z.enum(historyStatuses).optional(),
    }),
    result: page(Draft),
  }),
  /** Ours: whose drafts there are, for the history's filter. */
  managers: endpoint('GET /drafts/managers', {
    access: 'signed-in',
    result: z.array(z.object({ id: Id, name: z.string() })),
  }),
  /** Ours: the history of one record, the latest draft first. */
  ofRecord: endpoint('GET /drafts/changes', {
    access: 'signed-in',
    isEverywhere: true,
    query: z.strictObject({ entity: Entity, record_id: z.coerce.number().pipe(Id), ...paging(20, 100) }),
    result: page(z.object({ draft: DraftHead, record: RecordChanges })),
  }),
  /** Ours: the changes of a draft by record, those that changed last first. */
  changes: endpoint('GET /drafts/:id/changes', {
    access: 'signed-in',
    query: z.strictObject({
      ...paging(50, 200),
      entity: Entity.optional(),
    }),
    result: page(RecordChanges).extend({
      /** Changes of the draft that the caller may not see. */
      hidden: z.int().min(0),
    }),
  }),
  /**
   * Ours: makes a field, or a pair of one, what it was before the draft, as a change of the caller's. 409 with
   * `{ before, after, current }` when it is not any more what the draft made of it.
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
