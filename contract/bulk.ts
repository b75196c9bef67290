import { z } from 'zod';
import { PriceChangeSummary } from './priceChanges.ts';

/** Limits the ids in one bulk call, because the response lists every id. */
export const MAX_BULK_IDS = 10_000;
/** Limits the ids in one export, because a request body of 1 MiB holds about this many. */
const MAX_SELECTED_IDS = 100_000;
/**
 * Limits the ids returned by one call to a list's `/ids`. High enough for any real list, so that "select all" is one
 * call.
 */
export const MAX_LISTED_IDS = 1_000_000;

export const bulkErrorReasons = ['conflict', 'absent', 'inUse', 'invalid', 'forbidden'] as const;
export type BulkErrorReason = (typeof bulkErrorReasons)[number];

export const BulkError = z.object({
  id: z.int(),
  reason: z.enum(bulkErrorReasons),
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});
export type BulkError = z.output<typeof BulkError>;

/**
 * The result of a bulk call. Every requested id appears either in `ids` or in `failed`. A caller can thus retry only
 * the failed records.
 */
export const BulkResponse = z.object({
  /** Includes records that already had the requested values, so that a repeated call succeeds. */
  ids: z.array(z.int()),
  unchanged: z.int().positive().optional(),
  failed: z.array(BulkError),
});
export type BulkResponse = z.output<typeof BulkResponse>;

export const buildBulkPreviewSchema = <S extends z.ZodType>(record: S) =>
  z.object({
    changed: z.int(),
    unchanged: z.int(),
    failed: z.array(BulkError),
    /** Current versions by record id. Sending them with the PUT prevents it from overwriting later edits. */
    versions: z.record(z.string(), z.int()),
    /** How prices would change; null if none does. */
    prices: PriceChangeSummary.nullish(),
    samples: z.array(record),
    results: z.array(record),
  });

export const BulkIds = z.array(z.int()).min(1).max(MAX_BULK_IDS);

export const SelectedIds = z.array(z.int()).min(1).max(MAX_SELECTED_IDS);

/**
 * Expected versions by record id. A record with a newer version is skipped, because the user decided on older values.
 */
export const BulkVersions = z.record(z.string().regex(/^\d{1,10}$/), z.int());

export const exportFormats = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const tableMediaTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
} as const satisfies Record<ExportFormat, string>;
