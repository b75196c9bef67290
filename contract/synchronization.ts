import { z } from 'zod';
import { page } from './collection.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './field.ts';
import { LogItem } from './importing.ts';

/** What the synchronization does with content: `processing` is the only status that a run leaves. */
export const syncStatuses = ['processing', 'finished', 'canceled', 'failed'] as const;
export type SyncStatus = (typeof syncStatuses)[number];

/** What a feed holds: the records of two resources, and the categories that they stand in. */
export const publishedRecords = ['nomenclature', 'catalog'] as const;
export type PublishedRecord = (typeof publishedRecords)[number];
export const published = [...publishedRecords, 'categories'] as const;
export type Published = (typeof published)[number];

/** Fields for want of which a product is not published. */
export const syncFaults = ['barcode', 'categories'] as const;
export type SyncFault = (typeof syncFaults)[number];

/** Items of feeds that are new or others, that go, that stay as they are, that could not be published. */
export const SyncCounts = z.object({ published: z.int(), removed: z.int(), unchanged: z.int(), faulty: z.int() });
export type SyncCounts = z.output<typeof SyncCounts>;

const ProjectName = z.object({ id: Id, code: z.string(), name: z.string() });

/** A run without its log; `progress` is 0 to 100. */
export const SyncRun = z.object({
  id: Id,
  status: z.enum(syncStatuses),
  progress: z.number().min(0).max(100),
  counts: SyncCounts,
  /** It goes over what failed before, and nothing else. */
  only_failed: z.boolean(),
  projects: z.array(ProjectName.extend({ published: z.int(), removed: z.int(), faulty: z.int() })),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
  user: z.object({ id: z.int(), name: z.string() }),
});
export type SyncRun = z.output<typeof SyncRun>;

/** A line of a run's log; what is wrong with a record names it and the field. */
export const SyncLogItem = LogItem.pick({ seq: true, level: true, text: true }).extend({
  record: z.object({ resource: z.enum(publishedRecords), id: Id }).optional(),
  field: z.enum(syncFaults).optional(),
});
export type SyncLogItem = z.output<typeof SyncLogItem>;

/** A project that can be published to. */
const SyncProject = ProjectName.extend({
  platform: z.string(),
  /** The last run that published to it. */
  last: z.object({ run_id: Id, at: z.iso.datetime() }).nullable(),
  /** Records that its feed holds. */
  items: z.int(),
  /** Records that the next run will go over for what was changed, failed ones aside. */
  waiting: z.int(),
  /** Records that the last run could not publish. */
  failed: z.int(),
  /** A shop has a key to its feed. */
  has_key: z.boolean(),
});
export type SyncProject = z.output<typeof SyncProject>;

const mayLook = ['synchronization.show-list'] as const;
const mayRun = ['synchronization.run'] as const;
const mayOpenFeeds = ['settings_project'] as const;

export const synchronizationEndpoints = {
  state: endpoint('GET /synchronization', {
    access: mayLook,
    result: z.object({ projects: z.array(SyncProject), running: SyncRun.nullable() }),
  }),
  start: endpoint('POST /synchronization', {
    access: mayRun,
    body: z.strictObject({
      project_ids: z.array(Id).min(1).max(1000),
      /** Only what failed before; the drafts stay as they are. */
      only_failed: z.boolean().default(false),
    }),
    result: SyncRun,
  }),
  runs: endpoint('GET /synchronization/runs', {
    access: mayLook,
    query: z.strictObject({
      page: z.coerce.number().int().min(1).default(1),
      per_page: z.coerce.number().int().min(1).max(100).default(10),
    }),
    result: page(SyncRun),
  }),
  run: endpoint('GET /synchronization/:id', {
    access: mayLook,
    /** `after`: only log lines with a greater `seq`, at most `limit` of them. */
    query: z.strictObject({
      after: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(0).max(10_000).default(1000),
    }),
    result: SyncRun.extend({ log: z.array(SyncLogItem), log_total: z.int() }),
  }),
  cancel: endpoint('DELETE /synchronization/:id', { access: mayRun, isSlight: true, result: SyncRun }),
  /** A new key to the feed of a project, told this once; the one before is of no use from then on. */
  makeKey: endpoint('POST /synchronization/keys/:id', { access: mayOpenFeeds, result: z.object({ key: z.string() }) }),
  /** Closes the feed of a project to whoever has its key. */
  dropKey: endpoint('DELETE /synchronization/keys/:id', { access: mayOpenFeeds, result: z.null() }),
};
