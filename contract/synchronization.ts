import { z } from 'zod';
import { buildPageSchema } from './collection.ts';
import { Editor } from './editor.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './field.ts';
import { LogItem } from './importing.ts';

export const syncStatuses = ['processing', 'finished', 'canceled', 'failed'] as const;
export type SyncStatus = (typeof syncStatuses)[number];

export const publishedRecords = ['nomenclature', 'catalog'] as const;
export type PublishedRecordType = (typeof publishedRecords)[number];
export const publishedEntities = [...publishedRecords, 'categories'] as const;
export type PublishedEntity = (typeof publishedEntities)[number];

export const syncErrorKinds = ['barcode', 'categories'] as const;
export type SyncErrorKind = (typeof syncErrorKinds)[number];

export const exclusionReasons = ['draft', 'archived', 'deleted'] as const;
export type ExclusionReason = (typeof exclusionReasons)[number];

const defaultZero = z.int().default(0);

/**
 * Feed items by result: added or changed, removed, unchanged since the last publication, not publishable, or left out
 * for a reason. `barcode` and `categories` count what unpublishable records lack; a record may lack both. Extensions
 * default to 0, because earlier builds did not count them.
 */
export const SyncCounts = z.object({
  published: z.int(),
  removed: z.int(),
  unchanged: z.int(),
  faulty: z.int(),
  draft: defaultZero,
  archived: defaultZero,
  deleted: defaultZero,
  barcode: defaultZero,
  categories: defaultZero,
});
export type SyncCounts = z.output<typeof SyncCounts>;
export const emptySyncCounts: SyncCounts = {
  published: 0,
  removed: 0,
  unchanged: 0,
  faulty: 0,
  draft: 0,
  archived: 0,
  deleted: 0,
  barcode: 0,
  categories: 0,
};

export const countExcluded = (counts: Record<ExclusionReason, number>): number =>
  exclusionReasons.reduce((sum, reason) => sum + counts[reason], 0);

const ProjectName = z.object({ id: Id, code: z.string(), name: z.string() });

export const SyncRun = z.object({
  id: Id,
  status: z.enum(syncStatuses),
  progress: z.number().min(0).max(100),
  counts: SyncCounts,
  only_failed: z.boolean(),
  projects: z.array(ProjectName.extend({ published: z.int(), removed: z.int(), faulty: z.int() })),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
  user: Editor,
});
export type SyncRun = z.output<typeof SyncRun>;

/** A log line. An error contains the record and the field that caused it, so that the interface can link to them. */
export const SyncLogItem = LogItem.pick({ seq: true, level: true, text: true }).extend({
  record: z.object({ resource: z.enum(publishedRecords), id: Id }).optional(),
  field: z.enum(syncErrorKinds).optional(),
});
export type SyncLogItem = z.output<typeof SyncLogItem>;

/**
 * Why every record is checked: nothing has been published yet, the schema of feed items or the settings have changed, or
 * changes that the project has not received have left the history.
 */
export const publicationCauses = ['first', 'shape', 'settings', 'history'] as const;
export type PublicationCause = (typeof publicationCauses)[number];

const SyncProject = ProjectName.extend({
  platform: z.string(),
  last: z.object({ run_id: Id, at: z.iso.datetime() }).nullable(),
  items: z.int(),
  /** Does not include records that failed before; `failed` counts those. */
  waiting: z.int(),
  /** Why all records are waiting; null if only changed records are. */
  cause: z.enum(publicationCauses).nullable(),
  failed: z.int(),
  has_key: z.boolean(),
});
export type SyncProject = z.output<typeof SyncProject>;

const viewAccess = ['synchronization.show-list'] as const;
const runAccess = ['synchronization.run'] as const;
const feedAccess = ['settings_project'] as const;

export const synchronizationEndpoints = {
  state: endpoint('GET /synchronization', {
    access: viewAccess,
    result: z.object({ projects: z.array(SyncProject), running: SyncRun.nullable() }),
  }),
  start: endpoint('POST /synchronization', {
    access: runAccess,
    body: z.strictObject({
      project_ids: z.array(Id).min(1).max(1000),
      /** Retries only failed records. Drafts stay open, because other changes remain unpublished. */
      only_failed: z.boolean().default(false),
    }),
    result: SyncRun,
  }),
  runs: endpoint('GET /synchronization/runs', {
    access: viewAccess,
    query: z.strictObject({
      page: z.coerce.number().int().min(1).default(1),
      per_page: z.coerce.number().int().min(1).max(100).default(10),
    }),
    result: buildPageSchema(SyncRun),
  }),
  run: endpoint('GET /synchronization/:id', {
    access: viewAccess,
    query: z.strictObject({
      after: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(0).max(10_000).default(1000),
    }),
    result: SyncRun.extend({ log: z.array(SyncLogItem), log_total: z.int() }),
  }),
  cancel: endpoint('DELETE /synchronization/:id', {
    access: runAccess,
    failsWithMessages: true,
    allowedWhenDiskFull: true,
    result: SyncRun,
  }),
  /** Replaces the old key. The new key is returned only once, because the server stores only its hash (decision 58). */
  makeKey: endpoint('POST /synchronization/keys/:id', { access: feedAccess, result: z.object({ key: z.string() }) }),
  dropKey: endpoint('DELETE /synchronization/keys/:id', { access: feedAccess, result: z.null() }),
};
