import { z } from 'zod';
import { ExportResource } from './exportProfiles.ts';
import { ImportRunCounts, LogItem } from './importing.ts';
import type { PermissionSlug } from './permissions.ts';
import { listResourcesWith } from './records.ts';
import { SendingCafe, SendingCounts, SendingLogItem } from './sending.ts';
import { SyncCounts, SyncLogItem, syncStatuses } from './synchronization.ts';

/** Socket events and their payloads (§3, §4, contract 4). The misspelled names come from the specification. */
const MessagePayload = z.object({ message: z.string().optional() });

/**
 * `run_id` is an extension, so that the client can ignore late events of an earlier run. Events without it, as in the
 * specification, refer to the current run.
 */
const RunPayload = MessagePayload.extend({ run_id: z.int().optional() });

/** Events that FILTER may name. Each event tells clients to reload a list whose filter values have changed. */
export const filterEvents = listResourcesWith('filterEvents').map(name => `filter:${name}` as const);
export type FilterEvent = (typeof filterEvents)[number];

export const events = {
  IMPORT_STARTS: RunPayload,
  /** `counts` is an extension: rows processed so far, by result. */
  IMPORT_UPDATE: RunPayload.extend({
    progress: z.number(),
    stepItems: z.array(LogItem),
    counts: ImportRunCounts.optional(),
  }),
  IMPORT_POST: RunPayload,
  IMPORT_POST_ERROR: RunPayload,
  IMPORT_INTERUPT: RunPayload,
  IMPORT_ERROR: RunPayload,
  IMPORT_READY: RunPayload,
  SENDMEDIA_STARTS: RunPayload,
  /**
   * Everything except `progress` is an extension. `cafes` holds only the cafes that changed; `elapsed`
   * is in ms.
   */
  SENDMEDIA_UPDATE: RunPayload.extend({
    progress: z.number(),
    stepItems: z.array(SendingLogItem).optional(),
    counts: SendingCounts.optional(),
    cafes: z.array(SendingCafe).optional(),
    bytes_sent: z.int().optional(),
    elapsed: z.int().optional(),
  }),
  SENDMEDIA_INTERRUPT: RunPayload,
  SENDMEDIA_ERROR: RunPayload,
  SENDMEDIA_READY: RunPayload,
  /** §3: `message` names the filter event to re-emit. */
  FILTER: z.object({ message: z.string() }),
  REFERENCES_CHANGE_EVENT: z.object({ message: z.object({ code_reference: z.string().optional() }).optional() }),
  /**
   * Extension: records have changed. `records` contains the new state of a few records. `ids` is null if too many
   * records have changed to list them.
   */
  RECORDS_CHANGE: z.object({
    resource: z.string(),
    ids: z.array(z.int()).nullable(),
    records: z.array(z.looseObject({ id: z.int(), version: z.int() })),
    deleted: z.array(z.int()),
  }),
  /** Extension, on the user's own channel: a notification was added or read. */
  NOTIFICATIONS_CHANGE: z.object({}),
  PROFILE_CHANGE: z.object({}),
  /** Extension, on the channel of the resource's records: its export profiles have changed. */
  EXPORT_PROFILES_CHANGE: z.object({ resource: ExportResource }),
  /**
   * Extension: progress or end of a publication. Sent at most every 100 ms with the log lines batched, because a run
   * can log thousands per second.
   */
  SYNCHRONIZATION_UPDATE: z.object({
    run_id: z.int(),
    status: z.enum(syncStatuses),
    progress: z.number(),
    counts: SyncCounts,
    stepItems: z.array(SyncLogItem),
  }),
  CATEGORIES_CHANGE: z.object({ platform: z.string(), version: z.int() }),
  /** Extension: `manager_id` says whose current draft changed; null when several did. */
  DRAFTS_CURRENT_DRAFT_CHANGE: z.object({ manager_id: z.int().nullish() }),
} as const;

export type EventName = keyof typeof events;
export type EventPayload<E extends EventName> = z.output<(typeof events)[E]>;

/** Channels a client may subscribe to; the server checks access (contract 4). */
export const channels = {
  references: 'references',
  categories: 'categories',
  drafts: 'drafts',
  synchronization: 'synchronization',
  user: (id: number): string => `USER_CHANNEL_${id}`,
  /**
   * Changes to a resource's records, for users who may list them. A guarded field has its own channel, so that its
   * values reach only holders of the slug.
   */
  records: (resource: string, slug?: PermissionSlug): string =>
    slug ? `records:${resource}:${slug}` : `records:${resource}`,
} as const;

/**
 * Acknowledgement of `subscribe` and `unsubscribe`. `quiet_ms` is the time since the channel's last message, so that a
 * client that reconnects reloads only if it missed something.
 */
export const ChannelReply = z.object({
  ok: z.boolean(),
  error: z.string().optional(),
  quiet_ms: z.number().min(0).optional(),
});
export type ChannelReply = z.output<typeof ChannelReply>;
