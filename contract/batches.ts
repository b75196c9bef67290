import { z } from 'zod';
import { buildPageSchema } from './collection.ts';
import { RecordChanges } from './drafts.ts';
import { Person } from './editor.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './field.ts';
import { queryId } from './query.ts';
import { declaredResources } from './records.ts';

/** What a batch was: a single write to one record, or one of the ways to write many at once. */
export const batchKinds = [
  'create',
  'save',
  'delete',
  'bulk',
  'import',
  'images',
  'tree',
  'links',
  'order',
  'merge',
  'replacement',
  'undo',
  'restoration',
] as const;
export type BatchKind = (typeof batchKinds)[number];

/** What the name of a batch needs besides its changes. */
export const BatchDetails = z.object({
  resource: z.string().optional(),
  /** The file of an import, the platform of a tree, or the record that replaced another or that others were merged into. */
  name: z.string().optional(),
  run_id: Id.optional(),
  /** The batch that this one takes back. */
  undoes: Id.optional(),
});
export type BatchDetails = z.output<typeof BatchDetails>;

const PriceRange = z.object({ lowest: z.number(), highest: z.number() });
export type PriceRange = z.output<typeof PriceRange>;

/** What a batch changed, by entity. */
export const BatchSummary = z.array(
  z.object({
    entity: z.string(),
    records: z.int().min(0),
    created: z.int().min(0),
    deleted: z.int().min(0),
    /** Rows of `changes`: one per field or linked pair. */
    changes: z.int().min(0),
    /** The changed fields, the most frequent first. All of them, so that a filter need not read the changes. */
    fields: z.array(z.string()),
    /** The largest fall and rise of a price in percent; null if no price has changed to another. */
    prices: PriceRange.nullish(),
  }),
);
export type BatchSummary = z.output<typeof BatchSummary>;

/**
 * Names the batch of a write in its answer, so that the client can offer to undo it. In a request it names the batch of
 * an earlier call that this one continues: one of the same user and kind, begun within the hour and not undone.
 */
export const BATCH_HEADER = 'Batch';

/** What the history records, besides the values of references. */
export const historyEntities: readonly string[] = [...declaredResources, 'categories'];

const Batch = z.object({
  id: Id,
  at: z.iso.datetime(),
  kind: z.enum(batchKinds),
  details: BatchDetails,
  /** In whose name it was written, and whoever acted as them. */
  user: Person,
  acted_by: Person.nullable(),
  /** What the caller may see of it; the entity that the batch was about comes first. */
  entities: BatchSummary,
  /** The record that the batch was about, if it is a single one. */
  subject: RecordChanges.pick({ entity: true, record_id: true, name: true, picture: true, is_there: true }).nullable(),
  is_published: z.boolean(),
  /** The batch that took it back and stands; null while what it wrote stands, or some of it after a run that broke off. */
  undone: z.object({ id: Id, at: z.iso.datetime() }).nullable(),
});
export type Batch = z.output<typeof Batch>;

/** Counting and paging stop at this number, because older batches can be found by date. */
export const MAX_COUNTED_BATCHES = 10_000;
/** Limits the days in one chart. */
export const MAX_CHART_DAYS = 92;

const filterShape = {
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  /** Matches the author and whoever acted as them. */
  user: queryId.optional(),
  kind: z.enum(batchKinds).optional(),
  /** What a run has written. */
  run: queryId.optional(),
  entity: z.string().max(96).optional(),
  record_id: queryId.optional(),
  field: z.string().max(128).optional(),
  /** Found in the names of records and files. */
  word: z.string().trim().max(255).optional(),
  /** A project: its prices, the tree of its platform, and the project itself. */
  project: queryId.optional(),
  unpublished: z
    .enum(['true', 'false'])
    .transform(value => value === 'true')
    .optional(),
};
const BatchFilter = z.strictObject(filterShape);
export type BatchFilter = z.output<typeof BatchFilter>;

const buildPaging = (perPage: number) => ({
  page: z.coerce.number().int().min(1).max(MAX_COUNTED_BATCHES).default(1),
  per_page: z.coerce.number().int().min(1).max(200).default(perPage),
});

const timeZone = z.string().max(64).refine(isTimeZone).default('UTC');

function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

const recordQuery = { entity: z.string().max(96), record_id: queryId };

export const batchEndpoints = {
  /** Extension: the batches in which the caller may see a change, the latest first. */
  list: endpoint('GET /batches', {
    access: 'signed-in',
    query: BatchFilter.extend(buildPaging(50)),
    result: () => buildPageSchema(Batch),
  }),
  /** Extension: the number of batches by day and person. `zone` decides where a day begins. */
  days: endpoint('GET /batches/days', {
    access: 'signed-in',
    query: BatchFilter.extend({ zone: timeZone }),
    result: z.object({
      days: z.array(z.object({ day: z.iso.date(), user: Person, batches: z.int().positive() })),
    }),
  }),
  /** Extension: the batches of a record with what each changed in it. */
  ofRecord: endpoint('GET /batches/of-record', {
    access: 'signed-in',
    isEverywhere: true,
    query: z.strictObject({ ...recordQuery, ...buildPaging(20) }),
    result: () => buildPageSchema(z.object({ batch: Batch, record: RecordChanges })),
  }),
  /** Extension: users who have written anything, for the filter. */
  people: endpoint('GET /batches/people', { access: 'signed-in', result: z.array(Person) }),
  read: endpoint('GET /batches/:id', { access: 'signed-in', isEverywhere: true, result: Batch }),
  /** Extension: the changes of a batch grouped by record. */
  changes: endpoint('GET /batches/:id/changes', {
    access: 'signed-in',
    isEverywhere: true,
    query: z.strictObject(buildPaging(50)),
    result: () => buildPageSchema(RecordChanges).extend({ hidden: z.int().min(0) }),
  }),
  /** Extension: what has changed in a record since a batch: `before` is its value after the batch, `after` its value now. */
  compare: endpoint('GET /batches/:id/version', {
    access: 'signed-in',
    isEverywhere: true,
    query: z.strictObject(recordQuery),
    result: RecordChanges,
  }),
  /**
   * Extension: puts a record back to what it was after a batch, as a write by the caller; without `fields`, all that
   * they may change.
   */
  putBack: endpoint('POST /batches/:id/version', {
    access: 'signed-in',
    isEverywhere: true,
    body: z.strictObject({
      entity: z.string().max(96),
      record_id: Id,
      fields: z
        .array(z.strictObject({ field: z.string().min(1).max(128), item: z.string().max(128).default('') }))
        .min(1)
        .max(1000)
        .optional(),
    }),
    result: z.null(),
  }),
};
