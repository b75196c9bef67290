import { z } from 'zod';
import { Arrangement, ArrangementProposal, ColumnRule } from './arrangement.ts';
import { ImportCounts, ImportPreview } from './importing.ts';

/** What an import would do with a row. A row left out is not read at all. */
export const rowOutcomes = ['new', 'changed', 'unchanged', 'faulty', 'left_out'] as const;
export const RowOutcome = z.enum(rowOutcomes);
export type RowOutcome = z.output<typeof RowOutcome>;

/**
 * `edits` limits one request, `corrections` and `excludedRows` limit an upload. The counts of a preview count as current for
 * `checkedMinutes`.
 */
export const preparedLimits = {
  days: 7,
  uploads: 20,
  profiles: 500,
  rowsPerPage: 100,
  edits: 1000,
  corrections: 10_000,
  excludedRows: 100_000,
  textLength: 4000,
  checkedMinutes: 15,
} as const;

const Row = z.int().min(1);
const FieldName = z.string().max(255);
const OriginalText = z.string().max(200);
const CellText = z.string().max(preparedLimits.textLength).nullable();

/** Texts to read instead of a field's cells: in one row, by its number, or wherever they have a certain text. */
export const Corrections = z.strictObject({
  cells: z.record(z.string(), z.record(z.string(), CellText)),
  alike: z.array(z.strictObject({ field: FieldName, was: OriginalText, text: CellText })),
});
export type Corrections = z.output<typeof Corrections>;

/** Cells that are read as the file has them again; true is all of them. */
const RemovedCorrections = z.union([
  z.literal(true),
  z.strictObject({
    cells: z.array(z.strictObject({ row: Row, field: FieldName })).max(preparedLimits.corrections),
    alike: z.array(z.strictObject({ field: FieldName, was: OriginalText })).max(preparedLimits.corrections),
  }),
]);

/** What to read instead: a text as a table has it, or a value as the records of the API have it. */
const cellInputFields = { text: CellText.optional(), value: z.unknown().optional() };

/** Changes of the choices. What is absent stays as it is; without any change, the table is checked anew. */
export const PreparedChoices = z.strictObject({
  create: z.boolean().optional(),
  clear: z.boolean().optional(),
  /** Null is as proposed. */
  arrangement: Arrangement.nullable().optional(),
  /** Another sheet or header; the columns below it are proposed anew. */
  layout: z.strictObject(Arrangement.shape).pick({ sheet: true, header: true }).optional(),
  cells: z
    .array(z.strictObject({ row: Row, field: FieldName, ...cellInputFields }))
    .max(preparedLimits.edits)
    .optional(),
  alike: z
    .array(z.strictObject({ field: FieldName, was: OriginalText, ...cellInputFields }))
    .max(preparedLimits.edits)
    .optional(),
  remove_corrections: RemovedCorrections.optional(),
  leave_out: z.array(Row).max(preparedLimits.excludedRows).optional(),
  /** True takes all rows back. */
  take_back: z.union([z.array(Row).max(preparedLimits.excludedRows), z.literal(true)]).optional(),
});
export type PreparedChoices = z.output<typeof PreparedChoices>;

const PreparedUpload = z.object({
  id: z.int().positive(),
  file_name: z.string(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});

/** How a table changes the prices of the products that it finds. */
export const PriceChangeSummary = z.object({
  changed: z.int(),
  /** In percent. */
  mean: z.number(),
  /** Prices that rise or fall by more than `percent`. */
  rising: z.int(),
  falling: z.int(),
  percent: z.number(),
});
export type PriceChangeSummary = z.output<typeof PriceChangeSummary>;

export const PreparedImport = PreparedUpload.extend({
  create: z.boolean(),
  clear: z.boolean(),
  arrangement: Arrangement.nullable(),
  /** How the file would be read without choices, with samples to choose by; null until its first rows have been read. */
  proposal: ArrangementProposal.nullable(),
  /** The fields that the caller may assign to columns. */
  fields: z.array(
    z.object({
      name: FieldName,
      label: z.string(),
      kind: z.string(),
      /** Of the numbers that the field holds. */
      unit: z.string().nullable(),
    }),
  ),
  /** The profile that the arrangement was taken from. */
  profile: z.object({ id: z.int().positive(), name: z.string() }).nullable(),
  /** Incremented by each change of the choices. */
  revision: z.int(),
  /** The revision whose rows and counts are shown: an earlier one until the latest has been counted. */
  shown_revision: z.int(),
  corrections_count: z.int(),
  /** Rows that are chosen to be left out, also those that the table does not have. */
  left_out: z.int(),
  /** When the rows shown were compared with the products, and how many seconds ago; null until that has begun. */
  checked_at: z.iso.datetime().nullable(),
  checked_ago: z.int().nullable(),
  /** Between 0 and 100; the counts are those of the rows read so far, and final at 100. */
  progress: z.number().min(0).max(100),
  /** Why the table cannot be imported as chosen; null when it can. */
  refusal: z.string().nullable(),
  sheet: z.string().nullable(),
  /** Null until the table has been read once. */
  rows: z.int().nullable(),
  columns: z.array(
    z.object({
      header: z.string(),
      /** Name and label of the field that the column is read into; null when it is none. */
      field: z.string().nullable(),
      label: z.string().nullable(),
      /** The kind of that field. */
      kind: z.string().nullable(),
    }),
  ),
  counts: ImportCounts.extend({ left_out: z.int() }),
  missing: ImportPreview.shape.missing,
  /** Fields whose cells have texts that are none of their values, and how many such texts. */
  unknown_values: z.array(z.object({ field: FieldName, label: z.string(), count: z.int() })),
  prices: PriceChangeSummary.nullable(),
});
export type PreparedImport = z.output<typeof PreparedImport>;

const paging = {
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(preparedLimits.rowsPerPage),
};

/** A corrected cell, or all with the same text, where `row` is null. */
export const ListedCorrection = z.object({
  row: Row.nullable(),
  field: FieldName,
  label: z.string(),
  /** Null for a single cell. */
  was: z.string().nullable(),
  text: z.string().nullable(),
});
export type ListedCorrection = z.output<typeof ListedCorrection>;

export const CorrectionsQuery = z.strictObject(paging);

export const CorrectionsPage = z.object({ total: z.int(), items: z.array(ListedCorrection) });
export type CorrectionsPage = z.output<typeof CorrectionsPage>;

export const StartQuery = z.strictObject({
  /** The revision that the user has seen; where the choices were changed since then, nothing is started. */
  revision: z.coerce.number().int().positive().optional(),
});

/** At most this many of one column are listed; more are probably not values of the field. */
export const MAX_UNKNOWN_VALUES = 1000;

export const UnknownValuesQuery = z.strictObject({ field: FieldName, ...paging });

/** Texts that are no values of their field, those of the most rows first. */
export const UnknownValuesPage = z.object({
  total: z.int(),
  items: z.array(z.object({ text: z.string(), rows: z.int() })),
});
export type UnknownValuesPage = z.output<typeof UnknownValuesPage>;

/** A rule of a column that is being chosen, to be tried on the first rows. */
export const ColumnTrial = z.strictObject({ rule: ColumnRule });

/** What a rule makes of the first rows of a table. */
export const TriedColumn = z.object({
  rows: z.array(
    z.object({
      row: Row,
      /** The cells of the columns that are read, as the file has them. */
      cells: z.array(z.string()),
      text: z.string().nullable(),
      /** Why the field does not take it. */
      fault: z.string().nullable(),
    }),
  ),
});
export type TriedColumn = z.output<typeof TriedColumn>;

/** How the tables of one sender are read. A table with its headings takes it. */
export const ImportProfile = z.object({
  id: z.int().positive(),
  name: z.string(),
  arrangement: Arrangement,
  /** Increases with each change, to detect concurrent edits. */
  version: z.int(),
  updated_at: z.iso.datetime(),
  /** Who saved it last; null when the account is gone. */
  updated_by: z.string().nullable(),
});
export type ImportProfile = z.output<typeof ImportProfile>;

const ProfileName = z.string().trim().min(1).max(255);
export const NewProfile = z.strictObject({ name: ProfileName, arrangement: Arrangement });
/** Without a version it overwrites whatever is stored, as in records. */
export const ChangedProfile = NewProfile.partial().extend({ version: z.int().optional() });
/**
 * Remembers how a kept upload is read. A profile that somebody else has saved under this name is replaced only where
 * `version` is the one that it has.
 */
export const ProfileOfUpload = z.strictObject({ name: ProfileName, version: z.int().optional() });

export const PreparedUploads = z.array(PreparedUpload);

const NullableText = z.string().nullable();

export const PreparedCell = z.object({
  text: NullableText,
  /** Only where the row changes it. */
  before: NullableText.optional(),
  fault: z.string().optional(),
  /** Rows of the table whose cell is at fault in this column and has the same text. */
  alike: z.int().optional(),
  isCorrected: z.literal(true).optional(),
});
export type PreparedCell = z.output<typeof PreparedCell>;

export const PreparedRow = z.object({
  row: Row,
  outcome: RowOutcome,
  /** The product that the row is about, unless it is new or unknown. */
  id: z.int().nullable(),
  name: z.string().nullable(),
  /** One for each of the columns that are read into a field, in their order. */
  cells: z.array(PreparedCell),
  /** Faults of the row as a whole. */
  faults: z.array(z.string()),
});
export type PreparedRow = z.output<typeof PreparedRow>;

export const PreparedRowsQuery = z.strictObject({ outcome: RowOutcome.optional(), ...paging });

export const PreparedRows = z.object({ total: z.int(), items: z.array(PreparedRow) });
export type PreparedRows = z.output<typeof PreparedRows>;
