import { z } from 'zod';
import { AbsentRule } from './absentProducts.ts';

/** Limits the texts of a mapping and those of the corrections it learns from. No cell of a product is longer. */
export const maxMappedText = 4000;
const MappingText = z.string().max(maxMappedText);

/** Refers to a column by its heading in the sender's table. Equal headings are numbered from the left by `nth`. */
export const ColumnSource = z.strictObject({ header: MappingText, nth: z.int().positive().default(1) });
export type ColumnSource = z.output<typeof ColumnSource>;

export const weightUnits = ['g', 'kg', 't'] as const;
export type WeightUnit = (typeof weightUnits)[number];

const Currency = z.string().regex(/^[A-Z]{3}$/);

/**
 * A step in converting a cell to a field's value; steps run in list order. A step returns text it cannot parse
 * unchanged, so that the error message quotes the file.
 */
export const Conversion = z.discriminatedUnion('kind', [
  /** Picks one of the parts between separators. The first part is 1, the last part is -1. */
  z.strictObject({
    kind: z.literal('part'),
    separator: z.string().min(1).max(20),
    at: z.int().refine(at => at !== 0),
  }),
  /** The text between two others; null is the start or the end of the cell. */
  z.strictObject({ kind: z.literal('between'), after: MappingText.nullable(), before: MappingText.nullable() }),
  z.strictObject({ kind: z.literal('digits') }),
  /** The text that separates several values in a cell. Values separated by semicolons or commas need no step. */
  z.strictObject({ kind: z.literal('list'), separator: z.string().min(1).max(20) }),
  /** Sets the decimal mark for ambiguous numbers such as 1,234. The other mark then separates thousands. */
  z.strictObject({ kind: z.literal('decimal'), mark: z.enum(['.', ',']) }),
  /** The unit of numbers that are written without a unit. Numbers with a unit are converted even without this step. */
  z.strictObject({ kind: z.literal('unit'), unit: z.enum(weightUnits) }),
  /** The currency of amounts that are written without a currency. */
  z.strictObject({ kind: z.literal('currency'), currency: Currency }),
  /** Converts amounts in a foreign currency. Without this step they are reported as errors. */
  z.strictObject({ kind: z.literal('rate'), currency: Currency, rate: z.number().positive() }),
  /** Subtracts a tax that is included in the amounts. `percent` refers to the net amount, as on invoices. */
  z.strictObject({ kind: z.literal('withoutTax'), percent: z.number().min(0).max(100) }),
  z.strictObject({ kind: z.literal('multiply'), by: z.number() }),
  /** The order of day, month and year in dates written as text. */
  z.strictObject({ kind: z.literal('date'), order: z.enum(['dmy', 'mdy', 'ymd']) }),
]);
export type Conversion = z.output<typeof Conversion>;

export const ColumnRule = z.strictObject({
  /** The name of a table field such as `price`, `prices.moscow` or `attributes.taste`; null leaves the column out. */
  field: z.string().max(255).nullable(),
  /** Several source values are joined with spaces, skipping empty cells. Without sources, every row gets `constant`. */
  sources: z.array(ColumnSource).max(10),
  /** The value for every row, or only for rows in which the sources are empty. */
  constant: MappingText.nullable(),
  conversions: z.array(Conversion).max(10),
  /** Replacements keyed by cell text, applied before the conversions; null treats the cell as empty. */
  values: z.record(MappingText, MappingText.nullable()),
  /** Like `replacements`, but keyed by converted text and applied after the conversions. */
  converted_values: z.record(MappingText, MappingText.nullable()).exactOptional(),
});
export type ColumnRule = z.output<typeof ColumnRule>;

/** The fields that can identify a product in a table, in the default order of lookup. */
export const tableIdentifiers = ['vitrina_number', 'barcode', 'sku'] as const;

export type TableIdentifier = (typeof tableIdentifiers)[number];

/**
 * How to read a sender's table: the part of an import profile that describes the file. It is reused for the sender's
 * next table, so it refers to columns by heading rather than by position.
 */
export const ImportMapping = z.strictObject({
  /** Null selects the only sheet, or the first visible one. */
  sheet: z.string().max(255).nullable(),
  /**
   * The row number as shown by the spreadsheet; the upper row if the header has two. If the headings have moved in the
   * sender's next table, the import searches for them.
   */
  header: z.strictObject({ row: z.int().min(1), rows: z.union([z.literal(1), z.literal(2)]) }),
  columns: z.array(ColumnRule).max(1024),
  /**
   * How to treat rows with only one filled cell. They are section headings: their text becomes the value of `field` for
   * the rows below, or is ignored. Null means that the table has no sections, so such a row is an error.
   */
  sections: z.strictObject({ field: z.string().max(255).nullable() }).nullable(),
  /** The identifiers by which products are looked up. The first identifier that matches wins. */
  key: z.array(z.enum(tableIdentifiers)).min(1),
  /** Whether a row that matches no product creates a new product. Otherwise such a row is an error. */
  creates: z.boolean(),
  /** Whether a row may update the product it matches. */
  changes: z.boolean(),
  /** Whether an empty cell clears its field; otherwise the field keeps its value. */
  clears: z.boolean(),
  /** What to do with products that are missing from the table; by default the import does not look for them. */
  absent: AbsentRule.optional(),
});
export type ImportMapping = z.output<typeof ImportMapping>;

/**
 * Why a field was proposed for a column: the heading is the field's label or a synonym of it, only this field accepts
 * the values, this is the only column with the field's type, or some products would have the same name without this
 * additional column.
 */
const columnMatchReasons = ['heading', 'synonym', 'values', 'type', 'namesakes'] as const;

export const ProposedColumn = ColumnRule.extend({
  why: z.enum(columnMatchReasons).nullable(),
  /** Up to five distinct values of the column, unconverted. */
  samples: z.array(z.string()).max(5),
  /**
   * The proposed conversions for each field the user might choose instead. They depend on the unit in the heading, if
   * any.
   */
  conversionsAs: z.record(z.string(), z.array(Conversion)),
});
export type ProposedColumn = z.output<typeof ProposedColumn>;

export const MappingProposal = ImportMapping.extend({
  columns: z.array(ProposedColumn),
  /** All visible sheets in order; empty for formats without sheets. */
  sheets: z.array(z.string()),
  /** What the import will skip because it is not product data, judging by the rows that the proposal was based on. */
  leftOut: z.strictObject({
    above: z.int(),
    sections: z.array(z.strictObject({ row: z.int(), text: z.string() })),
    totals: z.array(z.int()),
  }),
  /** Hidden rows and columns are imported too. They are listed because the user cannot see them in the spreadsheet. */
  hidden: z.strictObject({ rows: z.int(), columns: z.array(z.string()) }),
  /**
   * The choice that the user has to make before the import can start; null if the key column was recognised reliably.
   */
  toChoose: z.string().nullable(),
});
export type MappingProposal = z.output<typeof MappingProposal>;

/** Converts a proposal to the stored form by dropping its explanations. */
export const toMapping = ({
  sheets: _sheets,
  leftOut: _leftOut,
  hidden: _hidden,
  toChoose: _toChoose,
  columns,
  ...mapping
}: MappingProposal): ImportMapping => ({
  ...mapping,
  columns: columns.map(({ why: _why, samples: _samples, conversionsAs: _as, ...rule }) => rule),
});
