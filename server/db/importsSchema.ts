import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { ImportMapping } from '#contract/importMapping.ts';
import type { ProfileChange } from '#contract/importProfiles.ts';
import type { Corrections, ImageArchive } from '#contract/preparing.ts';
import type { TableEdits } from '../table/tableEdits.ts';
import { collatedText, jsonColumn, timestampColumn } from './columns.ts';
import { runIdColumn, runs } from './runsSchema.ts';

/**
 * The rows that a run skipped, with their original cells. Row 1 is the header, so that users can correct the rows and
 * import them again.
 */
export const importSkipped = pgTable(
  'import_skipped',
  {
    run_id: runIdColumn(),
    row: integer().notNull(),
    cells: jsonb().$type<SkippedCell[]>().notNull(),
  },
  table => [primaryKey({ columns: [table.run_id, table.row] })],
);

/** Dates and error values are stored as text. */
type SkippedCell = string | number | boolean | null;

/**
 * The input of an active run, so that another process can resume it. Removed together with the run's rows when it ends.
 */
export const importSources = pgTable('import_sources', {
  run_id: runIdColumn().primaryKey(),
  /** The name of the file in the store, `imports/<key>`. */
  key: text().notNull(),
  mapping: jsonColumn().$type<ImportMapping>().notNull(),
  edits: jsonColumn().$type<TableEdits | null>(),
  /** The key of the archive of images that comes with the file. */
  image_archive: text(),
});

/** The images that a run still has to add, by the row that names them. A row is removed once its images are added. */
export const importImages = pgTable(
  'import_images',
  {
    /** No foreign keys here, because checking them would slow down every row. */
    run_id: integer().notNull(),
    row: integer().notNull(),
    product_id: integer().notNull(),
    /** Addresses, or names of files in the archive. */
    sources: jsonColumn().$type<string[]>().notNull(),
  },
  table => [primaryKey({ columns: [table.run_id, table.row] })],
);

/**
 * The products in the file of an active run, so that the last step of the run can find absent products. Filled only if
 * the run archives absent products.
 */
export const importPresentProducts = pgTable(
  'import_present_products',
  {
    /** No foreign keys here, because checking them would slow down every row. */
    run_id: integer().notNull(),
    product_id: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.run_id, table.product_id] })],
);

/**
 * Written rows of a run as row, product and outcome. The row is null for a product that the file does not contain. The
 * keys are those that the row changed, by their values before the run.
 */
export type ImportOutcome = readonly [
  row: number | null,
  productId: number,
  outcome: 'new' | 'changed' | 'unchanged' | 'archived',
  keysBefore?: Readonly<Record<string, string>>,
];

/**
 * The outcomes of a run's rows. They are used for the report, and by a process that resumes the run, so that it can
 * still reject rows that contradict earlier rows. There is one row per batch, because runs are kept and their files may
 * have 100,000 rows. The changes to a product are in the drafts, under the same time as `at`.
 */
export const importOutcomes = pgTable(
  'import_outcomes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    run_id: runIdColumn(),
    /** The last row of the batch; null for a batch of products that the file does not contain. */
    to_row: integer(),
    outcomes: jsonColumn().$type<ImportOutcome[]>().notNull(),
    /** The time of the transaction. */
    at: timestampColumn().notNull().default(sql`now()`),
  },
  table => [index('import_outcomes_run').on(table.run_id, table.id)],
);

/**
 * The state of a profile, and the changes that led to it. User ids have no foreign keys, so that profiles outlive
 * accounts.
 */
const profileStateColumns = () => ({
  name: collatedText().notNull(),
  mapping: jsonColumn().$type<ImportMapping>().notNull(),
  updated_at: timestampColumn().notNull(),
  updated_by: integer().notNull(),
  acted_by: integer(),
  /** The changes since the previous version, with the names of fields; null for the first version. */
  changes: jsonColumn().$type<ProfileChange[] | null>(),
  restored_from: timestampColumn(),
});

/** How to read the tables of particular senders. All users who import share these profiles. */
export const importProfiles = pgTable(
  'import_profiles',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    ...profileStateColumns(),
    /** The last import that used this profile. */
    last_run_id: integer().references(() => runs.id, { onDelete: 'set null' }),
  },
  table => [uniqueIndex('import_profiles_name').on(sql`lower(${table.name})`)],
);

/** Earlier versions of profiles. */
export const importProfileVersions = pgTable(
  'import_profile_versions',
  {
    profile_id: integer()
      .notNull()
      .references(() => importProfiles.id, { onDelete: 'cascade' }),
    ...profileStateColumns(),
  },
  table => [primaryKey({ columns: [table.profile_id, table.updated_at] })],
);

/** The products that the tables of a sender have contained so far. */
export const importProfileProducts = pgTable(
  'import_profile_products',
  {
    profile_id: integer()
      .notNull()
      .references(() => importProfiles.id, { onDelete: 'cascade' }),
    /** No foreign key, because checking it would slow down every row. */
    product_id: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.profile_id, table.product_id] })],
);

/** Uploads that have not been imported yet, with the choices of their owner. Their files are in the file store. */
export const preparedImports = pgTable(
  'prepared_imports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** No foreign key, so that the file can still be removed after its owner is deleted. */
    user_id: integer().notNull(),
    /**
     * Who sees the upload. A scheduled upload is hidden until its preview is complete, and after that belongs to
     * everyone.
     */
    audience: text().$type<'owner' | 'nobody' | 'everyone'>().notNull().default('owner'),
    file_name: text().notNull(),
    /** The name of the file in the store, `imports/<key>`. */
    key: text().notNull(),
    clear: boolean().notNull().default(false),
    mapping: jsonColumn().$type<ImportMapping | null>(),
    /** The profile that the mapping comes from; null if there is none or it has been deleted. */
    profile_id: integer().references(() => importProfiles.id, { onDelete: 'set null' }),
    corrections: jsonColumn().$type<Corrections>().notNull(),
    left_out: jsonColumn().$type<number[]>().notNull(),
    /** The zip file of images uploaded with the table, in the store as `imports/<key of the table>.<its key>.images`. */
    image_archive: jsonColumn().$type<(ImageArchive & { key: string }) | null>(),
    revision: integer().notNull().default(1),
    created_at: timestampColumn().notNull(),
    expires_at: timestampColumn().notNull(),
  },
  table => [
    index('prepared_imports_user').on(table.user_id),
    index('prepared_imports_expires_at').on(table.expires_at),
  ],
);
