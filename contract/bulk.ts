import { z } from 'zod';

/** How many records one bulk call may name. */
const MAX_BULK_IDS = 10_000;
/** How many records of a selection one export may name: as many as a body of 1 MiB holds. */
const MAX_SELECTED_IDS = 100_000;
/** How many ids of a list are answered at once. */
export const MAX_LISTED_IDS = 1_000_000;

/** Why a record was left as it was: its version moved on, it does not exist, others need it, it may not hold the value, or the person may not change it. */
export const bulkReasons = ['conflict', 'absent', 'inUse', 'invalid', 'forbidden'] as const;
export type BulkReason = (typeof bulkReasons)[number];

/** A record that a bulk call could not change or remove. */
export const BulkFault = z.object({
  id: z.int(),
  reason: z.enum(bulkReasons),
  /** For people, in Russian. */
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});
export type BulkFault = z.output<typeof BulkFault>;

/** The answer of a bulk call: of each id that was sent it says either that it is done or why not. */
export const BulkVerdict = z.object({
  /** Records that now are as was asked for, those that already were included. */
  ids: z.array(z.int()),
  failed: z.array(BulkFault),
});
export type BulkVerdict = z.output<typeof BulkVerdict>;

/** What a bulk PUT would do. */
export const bulkPreview = <S extends z.ZodType>(record: S) =>
  z.object({
    /** How many records would change, and how many hold the values already. */
    changed: z.int(),
    unchanged: z.int(),
    failed: z.array(BulkFault),
    /** The versions of the records that exist, by id: sent with the PUT, they keep it from overwriting later changes. */
    versions: z.record(z.string(), z.int()),
    /** Some of the records that would change, as they are now. */
    samples: z.array(record),
  });

/** The ids of a bulk call, at most 10,000. */
export const BulkIds = z.array(z.int()).min(1).max(MAX_BULK_IDS);

/** The ids of a selection that is exported. */
export const SelectedIds = z.array(z.int()).min(1).max(MAX_SELECTED_IDS);

/** The versions that a bulk PUT was decided on, by id. */
export const BulkVersions = z.record(z.string().regex(/^\d{1,10}$/), z.int());

/** Table files that a list is exported to, by their ending. */
export const exportFormats = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Their media types. */
export const tableTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
} as const satisfies Record<ExportFormat, string>;
