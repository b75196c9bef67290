import { z } from 'zod';
import { Arrangement, ArrangementProposal } from './arrangement.ts';
import { ImportCounts, ImportPreview } from './importing.ts';

/** What an import would do with a row. A row left out is not read at all. */
export const rowOutcomes = ['new', 'changed', 'unchanged', 'faulty', 'left_out'] as const;
export const RowOutcome = z.enum(rowOutcomes);
export type RowOutcome = z.output<typeof RowOutcome>;

export const preparedLimits = { days: 7, rowsPerPage: 100, edits: 1000, leftOut: 100_000, textLength: 4000 } as const;

const Row = z.int().positive();
const FieldName = z.string().max(255);
const Was = z.string().max(200);
const CellText = z.string().max(preparedLimits.textLength).nullable();

/** Texts to read instead of a field's cells: in one row, by its number, or wherever they have a certain text. */
export const Mends = z.strictObject({
  cells: z.record(z.string(), z.record(z.string(), CellText)),
  alike: z.array(z.strictObject({ field: FieldName, was: Was, text: CellText })),
});
export type Mends = z.output<typeof Mends>;

/** What to read instead: a text as a table has it, or a value as the records of the API have it. */
const read = { text: CellText.optional(), value: z.unknown().optional() };

/** Changes of the choices. What is absent stays as it is. */
export const PreparedChoices = z.strictObject({
  create: z.boolean().optional(),
  clear: z.boolean().optional(),
  /** Null is as proposed. */
  arrangement: Arrangement.nullable().optional(),
  /** Another sheet or header; the columns below it are proposed anew. */
  layout: z.strictObject(Arrangement.shape).pick({ sheet: true, header: true }).optional(),
  cells: z
    .array(z.strictObject({ row: Row, field: FieldName, ...read }))
    .max(preparedLimits.edits)
    .optional(),
  alike: z
    .array(z.strictObject({ field: FieldName, was: Was, ...read }))
    .max(preparedLimits.edits)
    .optional(),
  leave_out: z.array(Row).max(preparedLimits.leftOut).optional(),
  /** True takes all rows back. */
  take_back: z.union([z.array(Row).max(preparedLimits.leftOut), z.literal(true)]).optional(),
});
export type PreparedChoices = z.output<typeof PreparedChoices>;

const Kept = z.object({
  id: z.int().positive(),
  file_name: z.string(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});

/** How a table changes the prices of the products that it finds. */
export const PriceChanges = z.object({
  changed: z.int(),
  /** In percent. */
  mean: z.number(),
  /** Prices that rise or fall by more than `percent`. */
  rising: z.int(),
  falling: z.int(),
  percent: z.number(),
});
export type PriceChanges = z.output<typeof PriceChanges>;

export const PreparedImport = Kept.extend({
  create: z.boolean(),
  clear: z.boolean(),
  arrangement: Arrangement.nullable(),
  /** How the file would be read without choices, with samples to choose by; null until its first rows have been read. */
  proposal: ArrangementProposal.nullable(),
  /** The fields that the caller may assign to columns. */
  fields: z.array(z.object({ name: FieldName, label: z.string() })),
  /** The profile that the arrangement was taken from. */
  profile: z.object({ id: z.int().positive(), name: z.string() }).nullable(),
  /** Incremented by each change of the choices. */
  revision: z.int(),
  /** The revision whose rows and counts are shown: an earlier one until the latest has been counted. */
  shown_revision: z.int(),
  mended: z.int(),
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
    }),
  ),
  counts: ImportCounts.extend({ left_out: z.int() }),
  missing: ImportPreview.shape.missing,
  prices: PriceChanges.nullable(),
});
export type PreparedImport = z.output<typeof PreparedImport>;

/** How the tables of one sender are read. A table with its headings takes it. */
export const ImportProfile = z.object({
  id: z.int().positive(),
  name: z.string(),
  arrangement: Arrangement,
  updated_at: z.iso.datetime(),
  /** Who saved it last; null when the account is gone. */
  updated_by: z.string().nullable(),
});
export type ImportProfile = z.output<typeof ImportProfile>;

const ProfileName = z.string().trim().min(1).max(255);
export const NewProfile = z.strictObject({ name: ProfileName, arrangement: Arrangement });
export const ChangedProfile = NewProfile.partial();
/** Remembers how a kept upload is read; a profile of this name is replaced. */
export const ProfileOfUpload = z.strictObject({ name: ProfileName });

export const PreparedList = z.array(Kept);

const Shown = z.string().nullable();

export const PreparedCell = z.object({
  text: Shown,
  /** Only where the row changes it. */
  before: Shown.optional(),
  fault: z.string().optional(),
  /** Rows of the table whose cell is at fault in this column and has the same text. */
  alike: z.int().optional(),
  isMended: z.literal(true).optional(),
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

export const PreparedRowsQuery = z.strictObject({
  outcome: RowOutcome.optional(),
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(preparedLimits.rowsPerPage),
});

export const PreparedRows = z.object({ total: z.int(), items: z.array(PreparedRow) });
export type PreparedRows = z.output<typeof PreparedRows>;
