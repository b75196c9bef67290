import { z } from 'zod';

/** §4, product import status, in the words of contract 3. */
export const importStatuses = ['available', 'processing', 'post_processing', 'finished', 'canceled', 'failed'] as const;
export const ImportStatus = z.enum(importStatuses);
export type ImportStatus = z.output<typeof ImportStatus>;

/** A log line; `row` counts as the spreadsheet does, the header being row 1. */
export const LogItem = z.object({
  seq: z.int().positive(),
  level: z.enum(['info', 'warning', 'error']),
  text: z.string(),
  row: z.int().positive().optional(),
  column: z.string().optional(),
  value: z.string().optional(),
});
export type LogItem = z.output<typeof LogItem>;

export const ImportCounts = z.object({ new: z.int(), changed: z.int(), unchanged: z.int(), faulty: z.int() });
export type ImportCounts = z.output<typeof ImportCounts>;

/** A run of the import without its log; `progress` is 0 to 100. */
export const ImportRun = z.object({
  id: z.int().positive(),
  status: ImportStatus,
  progress: z.number().min(0).max(100),
  counts: ImportCounts,
  file_name: z.string(),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
  user: z.object({ id: z.int(), name: z.string() }),
});
export type ImportRun = z.output<typeof ImportRun>;

/**
 * The running import with the last lines of its log (at most 1,000; the whole log is paged by run), and how long it has
 * been going on, in ms: ours, absent where a server does not tell.
 */
export const RunningImport = ImportRun.extend({ log: z.array(LogItem), elapsed: z.int().optional() });

const ticked = z
  .enum(['1', '0'])
  .optional()
  .transform(value => value === '1');

/** How a table is read: `create` makes values that references lack, `clear` takes an empty cell for an emptied field. */
export const ImportOptions = z.strictObject({ create: ticked, clear: ticked });
export type ImportOptions = z.output<typeof ImportOptions>;

/** What a cell holds as a person reads it; null for an empty one. */
const Shown = z.string().nullable();

/** What an upload would do, nothing of it written; rows are counted as the spreadsheet counts them. */
export const ImportPreview = z.object({
  file_name: z.string(),
  /** The sheet that is read, where there are others beside it. */
  sheet: z.string().nullable(),
  rows: z.int(),
  /** By header; `field` is the Russian label of what it was recognised as, null when it is not known. */
  columns: z.array(z.object({ header: z.string(), field: z.string().nullable() })),
  /** What would be new, as it would be read: a value for each recognised column. */
  fresh: z.array(z.object({ row: z.int(), values: z.array(Shown) })),
  changes: z.array(
    z.object({
      row: z.int(),
      id: z.int(),
      name: z.string(),
      fields: z.array(z.object({ label: z.string(), before: Shown, after: Shown })),
    }),
  ),
  /** Values that the table names and references lack: how many and some of them; and whether the caller may have them made. */
  missing: z.object({
    may_create: z.boolean(),
    references: z.array(z.object({ reference: z.string(), count: z.int(), names: z.array(z.string()) })),
  }),
  counts: ImportCounts,
  faults: z.array(LogItem.omit({ seq: true, level: true })),
});
export type ImportPreview = z.output<typeof ImportPreview>;

/** How many of each a preview carries at most; its counts are of all. */
export const previewLimits = { fresh: 20, changes: 100, faults: 1000 } as const;
