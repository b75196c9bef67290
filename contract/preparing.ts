import { z } from 'zod';
import { AbsentSummary } from './absentProducts.ts';
import { ImportCounts, ImportPreview } from './importing.ts';
import { ColumnRule, ImportMapping, MappingProposal, maxMappedText } from './importMapping.ts';
import { ScheduledUpload } from './importSchedules.ts';
import { PriceChangeSummary } from './priceChanges.ts';

/** What an import would do with a row. `left_out` rows are skipped without being checked. */
export const rowOutcomes = ['new', 'changed', 'unchanged', 'faulty', 'left_out'] as const;
export const RowOutcome = z.enum(rowOutcomes);
export type RowOutcome = z.output<typeof RowOutcome>;

/**
 * `edits` limits one request; `corrections` and `excludedRows` limit an upload. A preview's counts are considered
 * current for `checkedMinutes`.
 */
export const preparedLimits = {
  days: 7,
  uploads: 20,
  profiles: 500,
  /** The number of earlier versions kept per profile, not counting the current one. */
  profileVersions: 100,
  /** A profile may contain as many text replacements as an upload may have corrections. */
  profileBytes: 8 * 2 ** 20,
  rowsPerPage: 100,
  edits: 1000,
  corrections: 10_000,
  excludedRows: 100_000,
  textLength: maxMappedText,
  checkedMinutes: 15,
} as const;

const RowNumber = z.int().min(1);
const FieldName = z.string().max(255);
const OriginalText = z.string().max(preparedLimits.textLength);
const CellText = OriginalText.nullable();

const alikeFlags = {
  /** The import creates the text as a new value of the field's reference. */
  is_new: z.literal(true).exactOptional(),
  /** The replaced text becomes a synonym of the reference value that replaces it, when the import starts. */
  is_synonym: z.literal(true).exactOptional(),
};

/**
 * Replacement texts for the cells of a field: by row number for a single cell, or by cell text for all cells with that
 * text.
 */
export const Corrections = z.strictObject({
  cells: z.record(z.string(), z.record(z.string(), CellText)),
  alike: z.array(z.strictObject({ field: FieldName, was: OriginalText, text: CellText, ...alikeFlags })),
});
export type Corrections = z.output<typeof Corrections>;

/** Cells whose corrections are removed, so that the text of the file applies again; true removes all corrections. */
const RemovedCorrections = z.union([
  z.literal(true),
  z.strictObject({
    cells: z.array(z.strictObject({ row: RowNumber, field: FieldName })).max(preparedLimits.corrections),
    alike: z.array(z.strictObject({ field: FieldName, was: OriginalText })).max(preparedLimits.corrections),
  }),
]);

/** The replacement: either a text as it would stand in a table cell, or a value as in the API's records. */
const cellInputFields = { text: CellText.optional(), value: z.unknown().optional() };

/** The revision that the user has seen. If the choices have changed since, the request is refused. */
const SeenRevision = z.int().positive().optional();

/** A partial update of the choices. An empty update only causes the table to be checked again. */
export const PreparedChoices = z.strictObject({
  revision: SeenRevision,
  clear: z.boolean().optional(),
  /** Null resets to the proposal. */
  mapping: ImportMapping.nullable().optional(),
  /** Selects another sheet or header, for which new columns are proposed. */
  layout: z.strictObject(ImportMapping.shape).pick({ sheet: true, header: true }).optional(),
  cells: z
    .array(z.strictObject({ row: RowNumber, field: FieldName, ...cellInputFields }))
    .max(preparedLimits.edits)
    .optional(),
  alike: z
    .array(z.strictObject({ field: FieldName, was: OriginalText, ...cellInputFields, ...alikeFlags }))
    .max(preparedLimits.edits)
    .optional(),
  /** Decides about all texts that the fields do not know and that have no correction yet. */
  undecided: z.array(z.strictObject({ field: FieldName, becomes: z.enum(['new', 'empty']) })).optional(),
  remove_corrections: RemovedCorrections.optional(),
  leave_out: z.array(RowNumber).max(preparedLimits.excludedRows).optional(),
  /** Excluded rows to include again; true includes all of them. */
  take_back: z.union([z.array(RowNumber).max(preparedLimits.excludedRows), z.literal(true)]).optional(),
});
export type PreparedChoices = z.output<typeof PreparedChoices>;

const PreparedUpload = z.object({
  id: z.int().positive(),
  file_name: z.string(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** Null if the caller uploaded it. */
  scheduled: ScheduledUpload.nullable(),
});

/** The images that a table names, counted without fetching any. */
export const ImageSummary = z.object({
  /** The number of addresses. */
  addresses: z.int(),
  /** The hosts with the most addresses. */
  hosts: z.array(z.object({ host: z.string(), count: z.int() })),
  /** The number of files in the archive that rows name. */
  files: z.int(),
  /** The number of names for which there is no file, and some of these names. */
  missing: z.int(),
  missing_names: z.array(z.string()),
});
export type ImageSummary = z.output<typeof ImageSummary>;

/** A zip file of images, uploaded with a table. */
export const ImageArchive = z.object({ file_name: z.string(), files: z.int() });
export type ImageArchive = z.output<typeof ImageArchive>;

/** A field to which a column can be assigned. */
export const ImportField = z.object({
  name: FieldName,
  label: z.string(),
  kind: z.string(),
  /** The unit in which the field stores its number. */
  unit: z.string().nullable(),
});
export type ImportField = z.output<typeof ImportField>;

const NamedProfile = z.object({ id: z.int().positive(), name: z.string() });

export const PreparedImport = PreparedUpload.extend({
  clear: z.boolean(),
  mapping: ImportMapping.nullable(),
  /** The proposed mapping, with sample values to help the user choose; null until the first rows have been read. */
  proposal: MappingProposal.nullable(),
  /** The fields that the caller may assign to columns. */
  fields: z.array(ImportField),
  /** The profile that the mapping comes from. */
  profile: NamedProfile.nullable(),
  /** The export profile whose headings and fields the mapping has; null if it comes from an import profile. */
  export_profile: NamedProfile.nullable(),
  /** Incremented by each change to the choices, to detect concurrent edits. */
  revision: z.int(),
  /**
   * The revision for which the rows and counts were computed. It lags behind `revision` while the table is being
   * checked again.
   */
  shown_revision: z.int(),
  corrections_count: z.int(),
  /** The number of rows that the user excluded, including row numbers beyond the end of the table. */
  left_out: z.int(),
  /**
   * When these rows were compared with the stored products, and how many seconds ago; null before the first comparison.
   */
  checked_at: z.iso.datetime().nullable(),
  checked_ago: z.int().nullable(),
  /** From 0 to 100. Until 100, the counts cover only the rows read so far. */
  progress: z.number().min(0).max(100),
  /** Why the table cannot be imported with these choices; null when it can. */
  refusal: z.string().nullable(),
  sheet: z.string().nullable(),
  /** Null until the whole table has been read once. */
  rows: z.int().nullable(),
  columns: z.array(
    z.object({
      header: z.string(),
      /** Name and label of the field assigned to the column; null when there is none. */
      field: z.string().nullable(),
      label: z.string().nullable(),
      kind: z.string().nullable(),
    }),
  ),
  counts: ImportCounts.extend({ left_out: z.int() }),
  /** The reference values that the import creates. */
  new_values: ImportPreview.shape.missing.shape.references,
  /** Fields with unknown values: the number of distinct unknown texts, and how many of them can become new values. */
  unknown_values: z.array(z.object({ field: FieldName, label: z.string(), count: z.int(), can_be_new: z.int() })),
  prices: PriceChangeSummary.nullable(),
  /** Null if the import does not look for absent products, or has not counted them yet. */
  absent: AbsentSummary.nullable(),
  image_archive: ImageArchive.nullable(),
  /** Null if the table names no images, or has not been read yet. */
  images: ImageSummary.nullable(),
});
export type PreparedImport = z.output<typeof PreparedImport>;

/** The number of products that the import would archive. */
export const countArchived = ({ mapping, absent }: Pick<PreparedImport, 'mapping' | 'absent'>): number =>
  mapping?.absent?.archives && absent ? absent.count : 0;

/** The number of images that the import would add to products, unless the products already have them. */
export const countFoundImages = ({ images }: Pick<PreparedImport, 'images'>): number =>
  images ? images.addresses + images.files : 0;

/**
 * Whether the import would change nothing. It becomes known only when the images are fetched whether products already
 * have them.
 */
export const isIdleImport = (
  preparedImport: Pick<PreparedImport, 'progress' | 'counts' | 'mapping' | 'absent' | 'images'>,
): boolean => {
  const { progress, counts } = preparedImport;
  return (
    progress === 100 &&
    counts.new + counts.changed + countArchived(preparedImport) + countFoundImages(preparedImport) === 0
  );
};

const paging = {
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(preparedLimits.rowsPerPage),
};

/** A correction of one cell, or of all cells with the same text, in which case `row` is null. */
export const ListedCorrection = z.object({
  row: RowNumber.nullable(),
  field: FieldName,
  label: z.string(),
  /** The text to replace in all cells; null for a single cell. */
  was: z.string().nullable(),
  text: z.string().nullable(),
  ...alikeFlags,
});
export type ListedCorrection = z.output<typeof ListedCorrection>;

export const CorrectionsQuery = z.strictObject(paging);

export const CorrectionsPage = z.object({ total: z.int(), items: z.array(ListedCorrection) });
export type CorrectionsPage = z.output<typeof CorrectionsPage>;

export const StartImportQuery = z.strictObject({
  /** The revision the user has seen. If the choices have changed since, the import is not started. */
  revision: z.coerce.number().int().positive().optional(),
  /** Confirms that products may be archived even if most of the expected products are absent. */
  archives_most: z.enum(['1']).optional(),
});

/** The profile to read an upload with; by default, the profile that matches its headings. */
export const UploadQuery = z.strictObject({ profile: z.coerce.number().int().positive().optional() });

export const AbsentQuery = z.strictObject(paging);

/** Limits the distinct texts per column. A column with more of them was probably assigned to the wrong field. */
export const MAX_UNKNOWN_VALUES = 10_000;

/** Limits the values that one table may create, for the same reason. */
export const MAX_NEW_VALUES = 1000;

export const UnknownValuesQuery = z.strictObject({ field: FieldName, ...paging });

/** Texts that are not values of their field and have no correction, the most frequent first. */
export const UnknownValuesPage = z.object({
  total: z.int(),
  /** `can_be_new`: the text can become a new value of the field's reference. */
  items: z.array(z.object({ text: z.string(), rows: z.int(), can_be_new: z.boolean() })),
});
export type UnknownValuesPage = z.output<typeof UnknownValuesPage>;

/** A column rule to be previewed on the first rows while the user edits it. */
export const ColumnTrialBody = z.strictObject({ rule: ColumnRule });

/** The result of a column rule for the first rows of a table. */
export const ColumnTrialResult = z.object({
  rows: z.array(
    z.object({
      row: RowNumber,
      /** The source cells, unconverted. */
      cells: z.array(z.string()),
      text: z.string().nullable(),
      /** Why the field rejects the value. */
      fault: z.string().nullable(),
    }),
  ),
});
export type ColumnTrialResult = z.output<typeof ColumnTrialResult>;

/** How to read one sender's tables. It is applied to any table with the same headings. */
export const ImportProfile = z.object({
  id: z.int().positive(),
  name: z.string(),
  mapping: ImportMapping,
  /** Increases with each change, to detect concurrent edits. */
  version: z.int(),
  updated_at: z.iso.datetime(),
  /** The user who saved it last; null once that user is deleted. */
  updated_by: z.string().nullable(),
});
export type ImportProfile = z.output<typeof ImportProfile>;

const ProfileName = z.string().trim().min(1).max(255);
export const NewProfile = z.strictObject({ name: ProfileName, mapping: ImportMapping });
export type NewProfile = z.output<typeof NewProfile>;
/** Without `version` the update overwrites whatever is stored, as with records. */
export const ChangeProfileBody = NewProfile.partial().extend({ version: z.int().optional() });
/**
 * Saves the mapping of an upload as a profile. An existing profile with this name is replaced only if `version`
 * matches, so that nobody overwrites a colleague's profile by accident.
 */
export const SaveProfileBody = z.strictObject({
  name: ProfileName,
  version: z.int().optional(),
  revision: SeenRevision,
});

export const PreparedUploads = z.array(PreparedUpload);

const NullableText = z.string().nullable();

export const PreparedCell = z.object({
  text: NullableText,
  /** Present only if the row changes the value. */
  before: NullableText.optional(),
  fault: z.string().optional(),
  /** The number of rows with the same text and the same error in this column, which can be corrected together. */
  alike: z.int().optional(),
  isCorrected: z.literal(true).optional(),
});
export type PreparedCell = z.output<typeof PreparedCell>;

export const PreparedRow = z.object({
  row: RowNumber,
  outcome: RowOutcome,
  /** The product that the row matches; null if the row creates a product or matches none. */
  id: z.int().nullable(),
  name: z.string().nullable(),
  /** One cell per column that is assigned to a field, in column order. */
  cells: z.array(PreparedCell),
  /** Errors that concern the row rather than a cell. */
  faults: z.array(z.string()),
});
export type PreparedRow = z.output<typeof PreparedRow>;

export const PreparedRowsQuery = z.strictObject({ outcome: RowOutcome.optional(), ...paging });

export const PreparedRows = z.object({ total: z.int(), items: z.array(PreparedRow) });
export type PreparedRows = z.output<typeof PreparedRows>;
