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

/** The running import with the last lines of its log (at most 1,000; the whole log is paged by run). */
export const RunningImport = ImportRun.extend({ log: z.array(LogItem) });
