import { integer, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { runId } from './runsSchema.ts';

/** What imports keep beside their runs: a part of `schema.ts`. */

/** The rows that a run skipped, as the file had them, and as row 1 its header: what people mend and send again. */
export const importSkipped = pgTable(
  'import_skipped',
  {
    run_id: runId(),
    /** As the spreadsheet counts rows. */
    row: integer().notNull(),
    cells: jsonb().$type<SkippedCell[]>().notNull(),
  },
  table => [primaryKey({ columns: [table.run_id, table.row] })],
);

/** Dates and error values as their text. */
type SkippedCell = string | number | boolean | null;
