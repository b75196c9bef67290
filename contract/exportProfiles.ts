import { z } from 'zod';
import { exportFormats } from './bulk.ts';
import { endpoint } from './endpoint.ts';
import { importAccess } from './importing.ts';
import { combineAccess } from './permissions.ts';
import { type ResourceName, records } from './records.ts';

/** The resources whose lists can be exported with a profile. */
export const exportResources = ['nomenclature', 'catalog'] as const satisfies readonly ResourceName[];
export const ExportResource = z.enum(exportResources);
export type ExportResource = z.output<typeof ExportResource>;

export const isExportResource = (name: string): name is ExportResource =>
  exportResources.some(resource => resource === name);

export const exportProfileLimits = {
  profiles: 500,
  /** The import does not accept tables with more columns. */
  columns: 500,
  sampleRows: 5,
} as const;

/** Texts of one line: a line break would make a second row of headings, and other control characters are not stored. */
const isOneLine = (text: string): boolean => !/\p{Cc}|\p{Surrogate}/u.test(text);
const collapseSpaces = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * Normalised like headings in an import: runs of whitespace become one space, and the ends are trimmed. Longer texts are
 * rejected, because an import would truncate them and not recognise the table.
 */
const Heading = z.string().overwrite(collapseSpaces).min(1).max(100).refine(isOneLine);
const Word = z.string().trim().min(1).max(50).refine(isOneLine);

export const listSeparators = [';', ',', '|', '\n'] as const;

/**
 * How a column writes its values; null writes them as in an export without a profile. No format loses information, so
 * that an import reads the same values back. A format that does not fit the field is ignored, since the field may have
 * changed.
 */
export const ColumnFormat = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('date'), order: z.enum(['dmy', 'ymd']) }),
  /** The currency or unit after the number. */
  z.strictObject({ kind: z.literal('measure'), word: Word }),
  z
    .strictObject({ kind: z.literal('flag'), yes: Word, no: Word })
    .refine(({ yes, no }) => yes !== no, { path: ['no'], params: { message: 'sameWords' } }),
  /** The codes of statuses and choices, which are the same in every language. */
  z.strictObject({ kind: z.literal('code') }),
  z.strictObject({ kind: z.literal('list'), separator: z.enum(listSeparators) }),
]);
export type ColumnFormat = z.output<typeof ColumnFormat>;
export type ColumnFormatKind = ColumnFormat['kind'];

export const ExportColumn = z.strictObject({
  heading: Heading,
  /** The name of a table field such as `price` or `attributes.taste`; null writes `constant` into every row. */
  field: z.string().max(255).nullable(),
  constant: z.string().trim().max(1000).refine(isOneLine),
  format: ColumnFormat.nullable(),
});
export type ExportColumn = z.output<typeof ExportColumn>;

export const delimiters = [';', ',', '\t'] as const;
export const exportEncodings = ['utf-8', 'windows-1251'] as const;
export const decimalMarks = [',', '.'] as const;

/** Settings of an exported file. All of them except the type are only for text files. */
export const TableFile = z.strictObject({
  type: z.enum(exportFormats),
  delimiter: z.enum(delimiters),
  encoding: z.enum(exportEncodings),
  mark: z.enum(decimalMarks),
});
export type TableFile = z.output<typeof TableFile>;

/** The form that the Russian version of Excel expects. */
export const stockFile: Omit<TableFile, 'type'> = { delimiter: ';', encoding: 'utf-8', mark: ',' };

const contentFields = {
  resource: ExportResource,
  file: TableFile,
  columns: z.array(ExportColumn).min(1).max(exportProfileLimits.columns),
};
export const ExportContent = z.strictObject(contentFields);
export type ExportContent = z.output<typeof ExportContent>;

export const NewExportProfile = z.strictObject({
  name: z.string().trim().min(1).max(255).refine(isOneLine),
  ...contentFields,
});
export type NewExportProfile = z.output<typeof NewExportProfile>;
/** Without `version` the update overwrites whatever is stored, as with records. */
const ChangeExportProfileBody = NewExportProfile.omit({ resource: true })
  .partial()
  .extend({ version: z.int().optional() });
export type ChangeExportProfileBody = z.output<typeof ChangeExportProfileBody>;

/** The columns, headings and formats of one partner's template. */
export const ExportProfile = z.object({
  id: z.int().positive(),
  ...NewExportProfile.shape,
  /** Increases with each change, to detect concurrent edits. */
  version: z.int(),
  updated_at: z.iso.datetime(),
  /** The user who saved it last; null once that user is deleted. */
  updated_by: z.string().nullable(),
  /**
   * Headings of columns that stay empty, because the caller may not read their fields or the fields no longer exist.
   */
  empty_headings: z.array(z.string()),
});
export type ExportProfile = z.output<typeof ExportProfile>;

/** A field that can be assigned to a column. */
export const ExportField = z.object({
  name: z.string(),
  label: z.string(),
  format: z.enum(['date', 'measure', 'flag', 'code', 'list']).nullable(),
  /** For `measure`: the words that may follow the number. */
  words: z.array(z.string()),
  /** Whether an import uses the field to find records. */
  is_key: z.boolean(),
});
export type ExportField = z.output<typeof ExportField>;

const ResourceQuery = z.strictObject({ resource: ExportResource });

/** Anybody who may list one of the resources. The handlers check which resource it is. */
const listAccess = combineAccess(exportResources.map(name => records[name].access.list));

export const exportProfileEndpoints = () => ({
  list: endpoint('GET /export-profiles', {
    access: listAccess,
    query: ResourceQuery,
    result: z.array(ExportProfile),
  }),
  /** The fields that the caller may export, in the order of an export without a profile. */
  fields: endpoint('GET /export-profiles/fields', {
    access: listAccess,
    query: ResourceQuery,
    result: z.array(ExportField),
  }),
  create: endpoint('POST /export-profiles', { access: importAccess, body: NewExportProfile, result: ExportProfile }),
  /** The first records as a profile would write them, a text for each cell. */
  sample: endpoint('POST /export-profiles/sample', {
    access: listAccess,
    allowedWhenDiskFull: true,
    body: ExportContent,
    result: z.array(z.array(z.string())),
  }),
  /**
   * Proposes columns and the file type for a partner's table. Its headings are matched in the same way as in an import.
   */
  propose: endpoint('POST /export-profiles/template', {
    access: importAccess,
    failsWithMessages: true,
    query: ResourceQuery,
    file: 'table',
    result: ExportContent,
  }),
  read: endpoint('GET /export-profiles/:id', { access: listAccess, result: ExportProfile }),
  change: endpoint('PUT /export-profiles/:id', {
    access: importAccess,
    body: ChangeExportProfileBody,
    result: ExportProfile,
  }),
  remove: endpoint('DELETE /export-profiles/:id', { access: importAccess, result: z.null() }),
});
