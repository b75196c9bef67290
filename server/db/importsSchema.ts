import { integer, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { runId } from './runsSchema.ts';

/**
 * The rows that a run skipped, with their original cells, and the header as row 1, so that users can correct and import
 * them again.
 */
export const importSkipped = pgTable(
  'import_skipped',
  {
    run_id: runId(),
    row: integer().notNull(),
    cells: jsonb().$type<SkippedCell[]>().notNull(),
  },
  table => [primaryKey({ columns: [table.run_id, table.row] })],
);

/** Dates and error values are stored as text. */
type SkippedCell = string | number | boolean | null;
