import { z } from 'zod';
import { ImportCounts, LogItem } from './importing.ts';
import type { PermissionSlug } from './permissions.ts';
import { resourcesWith } from './records.ts';
import { SendingCafe, SendingCounts, SendingLogItem } from './sending.ts';
import { SyncCounts, SyncLogItem, syncStatuses } from './synchronization.ts';

/** Socket events and what they carry (§3, §4, contract 4); names spelled as in the specification. */
const Said = z.object({ message: z.string().optional() });

/** The import events say which run they belong to, so that a late event of an old run changes nothing. */
const OfRun = Said.extend({ run_id: z.int() });

/** The events that FILTER may name: what a list can be filtered by has changed, so that it is read anew. */
export const filterEvents = resourcesWith('filterEvents').map(name => `filter:${name}` as const);
export type FilterEvent = (typeof filterEvents)[number];

export const events = {
  IMPORT_STARTS: OfRun,
  /** `counts` is ours: how many rows the run has made of which kind so far. */
  IMPORT_UPDATE: OfRun.extend({
    progress: z.number(),
    stepItems: z.array(LogItem),
    counts: ImportCounts.optional(),
  }),
  IMPORT_POST: OfRun,
  IMPORT_POST_ERROR: OfRun,
  IMPORT_INTERUPT: OfRun,
  IMPORT_ERROR: OfRun,
  IMPORT_READY: OfRun,
  SENDMEDIA_STARTS: OfRun,
  /**
   * What is besides the progress is ours: what those cafes have got so far of which there is news, and for how long it has
   * been going on, in ms.
   */
  SENDMEDIA_UPDATE: OfRun.extend({
    progress: z.number(),
    stepItems: z.array(SendingLogItem),
    counts: SendingCounts.optional(),
    cafes: z.array(SendingCafe).optional(),
    bytes_sent: z.int().optional(),
    elapsed: z.int().optional(),
  }),
  SENDMEDIA_INTERRUPT: OfRun,
  SENDMEDIA_ERROR: OfRun,
  SENDMEDIA_READY: OfRun,
  /** §3: names the filter event to re-emit. */
  FILTER: z.object({ message: z.string() }),
  REFERENCES_CHANGE_EVENT: z.object({ message: z.object({ code_reference: z.string().optional() }).optional() }),
  /** Ours: records of a resource changed. `records` holds their new state when they are few; `ids` is null for "many". */
  RECORDS_CHANGE: z.object({
    resource: z.string(),
    ids: z.array(z.int()).nullable(),
    records: z.array(z.looseObject({ id: z.int(), version: z.int() })),
    deleted: z.array(z.int()),
  }),
  /** Ours, in a person's own channel: their notifications are others, or others are read. */
  NOTIFICATIONS_CHANGE: z.object({}),
  /** Ours: what the person is called, or what they may do, changed. */
  PROFILE_CHANGE: z.object({}),
  /** Ours: how far a run of the synchronization is, and that it ended; at most every 100 ms, many lines in one. */
  SYNCHRONIZATION_UPDATE: z.object({
    run_id: z.int(),
    status: z.enum(syncStatuses),
    progress: z.number(),
    counts: SyncCounts,
    stepItems: z.array(SyncLogItem),
  }),
  /** Ours: the tree of a platform was saved. */
  CATEGORIES_CHANGE: z.object({ platform: z.string(), version: z.int() }),
  /** Whose current draft changed is ours to say; null where several did. */
  DRAFTS_CURRENT_DRAFT_CHANGE: z.object({ manager_id: z.int().nullish() }),
} as const;

export type EventName = keyof typeof events;
export type EventPayload<E extends EventName> = z.output<(typeof events)[E]>;

/** Channels a client may ask for; the server's rules decide (contract 4). */
export const channels = {
  references: 'references',
  /** Changes of the trees of categories. */
  categories: 'categories',
  /** What is changed and not published yet, whoever changes it. */
  drafts: 'drafts',
  /** Runs of the synchronization. */
  synchronization: 'synchronization',
  user: (id: number): string => `USER_CHANNEL_${id}`,
  /** Changes of a resource's records, heard by whoever may list them; with a slug, of the fields that it guards. */
  records: (resource: string, slug?: PermissionSlug): string =>
    slug ? `records:${resource}:${slug}` : `records:${resource}`,
} as const;

/**
 * What the server answers to `subscribe` and `unsubscribe`. `quiet_ms`: for how long nothing has been
 * said on the channel, so that a client reads again only what may have changed without it.
 */
export const ChannelAnswer = z.object({
  ok: z.boolean(),
  error: z.string().optional(),
  quiet_ms: z.number().min(0).optional(),
});
export type ChannelAnswer = z.output<typeof ChannelAnswer>;
