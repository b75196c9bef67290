import { z } from 'zod';
import { Editor } from './editor.ts';
import { MappingProposal } from './importMapping.ts';

export const importAccess = ['product-list.import-file'] as const;

/** §4: import status, with the values of contract 3. */
export const importStatuses = ['available', 'processing', 'post_processing', 'finished', 'canceled', 'failed'] as const;
export const ImportStatus = z.enum(importStatuses);
export type ImportStatus = z.output<typeof ImportStatus>;

/** A log line. `row` is the number the user sees in the spreadsheet, where the header is row 1. */
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

/**
 * `archived` counts products that the file no longer contains; present only if the run archives them. `images` and
 * `images_failed` count images that were added and those that could not be obtained; present only if the table names
 * any.
 */
export const ImportRunCounts = ImportCounts.extend({
  archived: z.int().exactOptional(),
  images: z.int().exactOptional(),
  images_failed: z.int().exactOptional(),
});
export type ImportRunCounts = z.output<typeof ImportRunCounts>;

export const ImportRun = z.object({
  id: z.int().positive(),
  status: ImportStatus,
  progress: z.number().min(0).max(100),
  counts: ImportRunCounts,
  file_name: z.string(),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
  user: Editor,
  /** The profile that was used to read the file, with its name at that time. */
  profile: z.object({ id: z.int().positive(), name: z.string() }).optional(),
});
export type ImportRun = z.output<typeof ImportRun>;

/**
 * The running import with at most 1,000 recent log lines, so that the response stays small. Older lines are fetched
 * page by page. `elapsed`, in ms, is an extension and may be absent.
 */
export const RunningImport = ImportRun.extend({ log: z.array(LogItem), elapsed: z.int().optional() });

const checkboxFlag = z
  .enum(['1', '0'])
  .optional()
  .transform(value => value === '1');

/** Import options: `create` adds missing reference values; `clear` lets an empty cell clear the field. */
export const ImportOptions = z.strictObject({ create: checkboxFlag, clear: checkboxFlag });
export type ImportOptions = z.output<typeof ImportOptions>;

const NullableText = z.string().nullable();

export const ImportPreview = z.object({
  file_name: z.string(),
  /** Name of the imported sheet when the workbook has several; otherwise null. */
  sheet: z.string().nullable(),
  rows: z.int(),
  /** Columns by header. `field` is the Russian label of the matching field; null when none matches. */
  columns: z.array(z.object({ header: z.string(), field: z.string().nullable() })),
  fresh: z.array(z.object({ row: z.int(), values: z.array(NullableText) })),
  changes: z.array(
    z.object({
      row: z.int(),
      id: z.int(),
      name: z.string(),
      fields: z.array(z.object({ label: z.string(), before: NullableText, after: NullableText })),
    }),
  ),
  missing: z.object({
    may_create: z.boolean(),
    references: z.array(z.object({ reference: z.string(), count: z.int(), names: z.array(z.string()) })),
  }),
  counts: ImportCounts,
  faults: z.array(LogItem.omit({ seq: true, level: true })),
  /** The proposed mapping if the user has not chosen one. The counts assume that it is accepted. */
  proposal: MappingProposal.optional(),
});
export type ImportPreview = z.output<typeof ImportPreview>;

/** Caps on the examples in a preview, since a file may have 100,000 rows. The counts cover the whole file. */
export const previewLimits = { fresh: 20, changes: 100, faults: 1000 } as const;
