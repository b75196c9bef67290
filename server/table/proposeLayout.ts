import { type MappingProposal, type ProposedColumn, tableIdentifiers } from '#contract/importMapping.ts';
import { translateImport } from '../translate.ts';
import { assertHasKeyColumn, assertNoDuplicateColumns, type Column, recogniseField } from './columns.ts';
import type { Importable } from './importable.ts';
import {
  detectRowRole,
  findHeader,
  getSectionText,
  type Header,
  isSection,
  readHeaderAt,
  readSample,
} from './layout.ts';
import type { Lookups } from './parseResult.ts';
import type { IsProfileHeader } from './profileHeader.ts';
import { isKnownName, proposeColumns } from './proposeColumns.ts';
import { TableRefusal } from './refusal.ts';
import { type Table, type TableRow, toFullText } from './row.ts';

export interface ProposalContext {
  fields: Importable;
  lookups: Lookups;
  /** Fields that are assigned only if a heading names them. */
  closed?: readonly string[];
  /** Whether a text is the name of an image in the archive that comes with the table. */
  isImageFile?: ((name: string) => boolean) | undefined;
  /** Whether a row has the headings of an export profile. */
  isProfileHeader?: IsProfileHeader;
}

export interface ProposalResult {
  proposal: MappingProposal;
  examples: ExampleRows;
  /** Why the table cannot be imported as proposed; null if it can. */
  refusal: TableRefusal | null;
}

/** The first products as they are in the file, for previewing a rule. */
export interface ExampleRows {
  headings: Header['headings'];
  rows: readonly TableRow[];
}

/** The sheet and header that the user has already chosen. */
export type ChosenLayout = Partial<Pick<MappingProposal, 'sheet' | 'header'>>;

/**
 * Proposes how to read a table, judging by its first rows.
 * @throws {TableRefusal} when it has no rows
 */
export const proposeLayout = async (
  table: Table,
  context: ProposalContext,
  chosen: ChosenLayout = {},
): Promise<ProposalResult> => {
  const { on, sample } = await chooseSheet(table, context, chosen.sheet ?? null);
  const header = chooseHeader(sample, context, chosen.header);
  if (!header) throw new TableRefusal('empty');
  const rowsBelow = sample.filter(({ row }) => row > findLastRow(sample, header));
  const isWide = header.headings.length >= MIN_TABLE_WIDTH;
  const products = rowsBelow.filter(({ cells }) => !isWide || !isSection(cells, []));
  const columns = proposeColumns(header, products, context);
  const keys = columns.flatMap(({ index, field }) => (isIdentifier(field) ? [index] : []));
  const [first] = rowsBelow;
  const withSections = { headings: header.headings, keys, hasSections: products.length > 0 && isWide };
  const hasSections = first !== undefined && detectRowRole(first.cells, withSections) === 'section';
  const layout = { ...withSections, hasSections };
  const listRows = (role: string) => rowsBelow.filter(({ cells }) => detectRowRole(cells, layout) === role);
  const sections = listRows('section').map(({ row, cells }) => ({ row, text: getSectionText(cells) }));
  const refusal = findRefusal(columns, context.fields);
  return {
    proposal: {
      sheet: on === table ? null : on.sheet,
      header: { row: header.row, rows: header.rows },
      columns: columns.map(column => toProposedColumn(column, listRows('product'))),
      sections: hasSections ? { field: findSectionField(sections, columns, context) } : null,
      key: [...tableIdentifiers],
      creates: true,
      changes: true,
      clears: false,
      sheets: [...table.sheets],
      leftOut: {
        above: sample.filter(({ row }) => row < header.row).length,
        sections,
        totals: listRows('total').map(({ row }) => row),
      },
      hidden: {
        rows: sample.filter(({ isHidden }) => isHidden).length,
        columns: header.headings.filter(({ index }) => on.hiddenColumns.has(index)).map(({ header: text }) => text),
      },
      toChoose: refusal && translateImport(`refused.${refusal.kind}`, refusal.values),
    },
    examples: { headings: header.headings, rows: listRows('product').slice(0, MAX_EXAMPLES) },
    refusal,
  };
};

const isIdentifier = (field: string | null): boolean =>
  field !== null && (tableIdentifiers as readonly string[]).includes(field);

/**
 * In a narrower table, a row with only one filled cell is probably an incomplete product rather than a section heading.
 */
const MIN_TABLE_WIDTH = 3;

const MAX_SHEETS = 10;

/**
 * The first sheet, unless it seems to be a cover page or instructions, i.e. has no key column although a later sheet
 * has one.
 */
const chooseSheet = async (table: Table, context: ProposalContext, chosenSheet: string | null) => {
  if (chosenSheet !== null) {
    const sheetTable = table.sheets[0] === chosenSheet ? table : table.onSheet(chosenSheet);
    return { on: sheetTable, sample: await readSample(sheetTable) };
  }
  const first = { on: table, sample: await readSample(table) };
  if (hasKey(first.sample, context)) return first;
  for (const name of table.sheets.slice(1, MAX_SHEETS)) {
    const sheetTable = table.onSheet(name);
    const sample = await readSample(sheetTable);
    if (hasKey(sample, context)) return { on: sheetTable, sample };
  }
  return first;
};

/** True even if the user has to choose between key columns; otherwise another sheet would be imported instead. */
const hasKey = (sample: readonly TableRow[], context: ProposalContext): boolean => {
  const header = chooseHeader(sample, context);
  const refusal = header && findRefusal(proposeColumns(header, sample, context), context.fields);
  return header !== null && refusal?.kind !== 'noKey' && refusal?.kind !== 'noColumns';
};

const chooseHeader = (
  sample: readonly TableRow[],
  { fields, isProfileHeader = () => false }: ProposalContext,
  chosenHeader?: ChosenLayout['header'],
): Header | null =>
  (chosenHeader ? readHeaderAt(sample, chosenHeader.row, chosenHeader.rows) : null) ??
  findHeader(sample, heading => recogniseField(heading, fields), isProfileHeader);

const findLastRow = (sample: readonly TableRow[], { row, rows }: Header): number =>
  rows === 1 ? row : (sample.find(candidate => candidate.row > row)?.row ?? row);

const findRefusal = (proposedColumns: ReturnType<typeof proposeColumns>, fields: Importable): TableRefusal | null => {
  const columns = proposedColumns.map(
    ({ tiedField = null, ...column }): Column => ({ ...column, field: column.field ?? tiedField }),
  );
  try {
    assertHasKeyColumn(columns, fields);
    assertNoDuplicateColumns(columns, fields);
    return null;
  } catch (error) {
    if (error instanceof TableRefusal) return error;
    throw error;
  }
};

const MAX_SAMPLES = 5;
const MAX_EXAMPLES = 8;
/** The maximum number of columns that a rule may join. */
const MAX_SOURCES = 10;

const toProposedColumn = (
  { joined = [], field, reason, conversions, conversionsAs, ...heading }: ReturnType<typeof proposeColumns>[number],
  products: readonly TableRow[],
): ProposedColumn => {
  const headings = [heading, ...joined].slice(0, MAX_SOURCES);
  return {
    field,
    sources: headings.map(({ header, nth }) => ({ header, nth })),
    constant: null,
    conversions,
    values: {},
    why: reason,
    conversionsAs,
    samples: [...new Set(products.map(({ cells }) => joinTexts(cells, headings)).filter(Boolean))]
      .slice(0, MAX_SAMPLES)
      .map(text => text.slice(0, 200)),
  };
};

const joinTexts = (cells: TableRow['cells'], headings: readonly { index: number }[]): string =>
  headings
    .map(({ index }) => toFullText(cells[index]).trim())
    .filter(Boolean)
    .join(' ');

/**
 * The field whose known values include all section headings: the categories, if there is only one platform, or a
 * reference.
 */
const findSectionField = (
  sections: readonly { text: string }[],
  columns: readonly Column[],
  { fields, lookups, closed = [] }: ProposalContext,
): string | null => {
  if (sections.length === 0) return null;
  const takenFields = new Set([...closed, ...columns.flatMap(({ field }) => field ?? [])]);
  const freeField = [...fields].find(
    ([name, field]) => !takenFields.has(name) && sections.every(({ text }) => isKnownName(text, field, lookups)),
  );
  return freeField?.[0] ?? null;
};
