import { z } from 'zod';

const Text = z.string().max(1000);

/** A heading of the sender's table, as it is written there; `nth` tells equal headings apart, from the left. */
export const ColumnSource = z.strictObject({ header: Text, nth: z.int().positive().default(1) });
export type ColumnSource = z.output<typeof ColumnSource>;

export const weightUnits = ['g', 'kg', 't'] as const;
export type WeightUnit = (typeof weightUnits)[number];

const Currency = z.string().regex(/^[A-Z]{3}$/);

/**
 * A step from the sender's cell to the field's, in the order of the list. What a step does not understand stays as it
 * is, so that the fault names what the file has.
 */
export const Conversion = z.discriminatedUnion('kind', [
  /** One of the parts between separators: the first is 1, the last is -1. */
  z.strictObject({
    kind: z.literal('part'),
    separator: z.string().min(1).max(20),
    at: z.int().refine(at => at !== 0),
  }),
  /** The text between two others; null is the start or the end of the cell. */
  z.strictObject({ kind: z.literal('between'), after: Text.nullable(), before: Text.nullable() }),
  z.strictObject({ kind: z.literal('digits') }),
  /** Which mark begins the decimals, where a number could be read in two ways; the other one separates thousands. */
  z.strictObject({ kind: z.literal('decimal'), mark: z.enum(['.', ',']) }),
  /** The unit of numbers that name none. Those that do are converted whether or not there is such a step. */
  z.strictObject({ kind: z.literal('unit'), unit: z.enum(weightUnits) }),
  /** The currency of amounts that name none. */
  z.strictObject({ kind: z.literal('currency'), currency: Currency }),
  /** Converts amounts of a foreign currency; without it they are faults. */
  z.strictObject({ kind: z.literal('rate'), currency: Currency, rate: z.number().positive() }),
  /** Takes a tax off that the amount includes. */
  z.strictObject({ kind: z.literal('withoutTax'), percent: z.number().min(0).max(100) }),
  z.strictObject({ kind: z.literal('multiply'), by: z.number() }),
  /** The order of day, month and year in dates written as text. */
  z.strictObject({ kind: z.literal('date'), order: z.enum(['dmy', 'mdy', 'ymd']) }),
]);
export type Conversion = z.output<typeof Conversion>;

export const ColumnRule = z.strictObject({
  /** The name of a table field such as `price`, `prices.moscow` or `attributes.taste`; null leaves the column out. */
  field: z.string().max(255).nullable(),
  /** Several are joined by a space, empty cells left out. None: the constant is the value. */
  sources: z.array(ColumnSource).max(10),
  /** The value of every row, or of the rows where the sources are empty. */
  constant: Text.nullable(),
  conversions: z.array(Conversion).max(10),
  /** By the text of the cell, before conversions: the text to read instead, or null to leave the cell out. */
  values: z.record(Text, Text.nullable()),
});
export type ColumnRule = z.output<typeof ColumnRule>;

/** The identifiers of a product in a table, in the order in which they are asked unless an arrangement says otherwise. */
export const tableIdentifiers = ['vitrina_number', 'barcode', 'sku'] as const;

export type TableIdentifier = (typeof tableIdentifiers)[number];

/**
 * How a sender's table is read: the part of a profile that concerns the file. It holds for the sender's next table too,
 * so columns are named by their headings rather than counted.
 */
export const Arrangement = z.strictObject({
  /** Null is the only sheet, or the first one that is not hidden. */
  sheet: z.string().max(255).nullable(),
  /**
   * Numbered as the spreadsheet does; of two rows it is the upper one. Where the headings are in another row of the next
   * table, they are found there.
   */
  header: z.strictObject({ row: z.int().min(1), rows: z.union([z.literal(1), z.literal(2)]) }),
  columns: z.array(ColumnRule).max(1024),
  /**
   * Rows of a single text are headings, which fill this field in the rows below them, or are only left out. Null: the
   * table has none, and such a row is a fault.
   */
  sections: z.strictObject({ field: z.string().max(255).nullable() }).nullable(),
  /** Which identifiers find the product, the first known one in this order. */
  key: z.array(z.enum(tableIdentifiers)).min(1),
  /** Whether a row without a product creates one; otherwise it is a fault. */
  creates: z.boolean(),
  /** Whether a row changes the product it finds; otherwise it leaves it unchanged. */
  changes: z.boolean(),
  /** Whether an empty cell clears its field; otherwise it leaves it unchanged. */
  clears: z.boolean(),
});
export type Arrangement = z.output<typeof Arrangement>;

/**
 * Why a column was proposed for its field: its heading is the field's label, or a usual name for it; the values can be
 * nothing else; or it is the only column of the field's type.
 */
const columnReasons = ['heading', 'synonym', 'values', 'type'] as const;

export const ProposedColumn = ColumnRule.extend({
  why: z.enum(columnReasons).nullable(),
  /** Up to five different values of the column, as the file shows them. */
  samples: z.array(z.string()).max(5),
  /** By the fields that a person may choose instead: the conversions by the measure that the heading names, if any. */
  conversionsAs: z.record(z.string(), z.array(Conversion)),
});
export type ProposedColumn = z.output<typeof ProposedColumn>;

export const ArrangementProposal = Arrangement.extend({
  columns: z.array(ProposedColumn),
  /** All sheets that are not hidden, in their order; empty for a file without sheets. */
  sheets: z.array(z.string()),
  /** What is no product, by the rows that the proposal was made from. */
  leftOut: z.strictObject({
    above: z.int(),
    sections: z.array(z.strictObject({ row: z.int(), text: z.string() })),
    totals: z.array(z.int()),
  }),
  /** Read like the others, but said, since the user does not see them. */
  hidden: z.strictObject({ rows: z.int(), columns: z.array(z.string()) }),
  /** What a person has to choose before such a table can be imported; null where the key is sure. */
  toChoose: z.string().nullable(),
});
export type ArrangementProposal = z.output<typeof ArrangementProposal>;

/** The proposal as it would be remembered, without what only explains it. */
export const acceptedProposal = ({
  sheets: _sheets,
  leftOut: _leftOut,
  hidden: _hidden,
  toChoose: _toChoose,
  columns,
  ...arrangement
}: ArrangementProposal): Arrangement => ({
  ...arrangement,
  columns: columns.map(({ why: _why, samples: _samples, conversionsAs: _as, ...rule }) => rule),
});
