import type { ColumnRule, ColumnSource, ImportMapping } from '#contract/importMapping.ts';
import { translateImport } from '../translate.ts';
import { assertHasKeyColumn, assertNoDuplicateColumns, type Column, findFieldByHeading, isKey } from './columns.ts';
import { applyConversions } from './convert.ts';
import { type Heading, parseMeasure } from './headings.ts';
import { getImportLabel, type Importable } from './importable.ts';
import {
  detectRowRole,
  getSectionText,
  type Header,
  isEmpty,
  type RowCells,
  readHeaderAt,
  readSample,
} from './layout.ts';
import { TableRefusal } from './refusal.ts';
import { type Cell, isBlank, type Table, type TableRow, toFullText } from './row.ts';
import { findSynonym } from './synonyms.ts';

export interface IgnoredRowCounts {
  sections: number;
  totals: number;
}

/**
 * A sender's table, converted to the layout of our own tables: columns are mapped to fields, and every row is a
 * product.
 */
export interface MappedTable {
  mapping: ImportMapping;
  sheet: string | null;
  columns: readonly Column[];
  /** The rows below the header with their row numbers in the file, in groups. Can be called again for another pass. */
  rows: () => AsyncIterable<readonly TableRow[]>;
  /** Counts the rows skipped in the last pass. */
  ignoredRows: () => IgnoredRowCounts;
  close: () => void;
}

/**
 * Reads a table by a mapping: maps columns to fields, converts cells, and skips totals and section headings.
 * @throws {TableRefusal} when the table lacks one of the mapping's headings
 */
export const applyMapping = async (
  sourceTable: Table,
  mapping: ImportMapping,
  fields: Importable,
): Promise<MappedTable> => {
  const table = mapping.sheet === null ? sourceTable : sourceTable.onSheet(mapping.sheet);
  const sample = await readSample(table);
  const header = findMappedHeader(sample, mapping);
  const rules = [...mapping.columns, ...listUnknownColumns(mapping, header)];
  const cells = rules.map(rule => createCellReader(rule, header));
  const sectionField = mapping.sections?.field ?? null;
  const layout = {
    headings: header.headings,
    keys: mapping.columns.flatMap(rule => (rule.field && isKey(rule.field) ? findColumnIndexes(rule, header) : [])),
    hasSections: mapping.sections !== null,
  };
  const end = (header.headings.at(-1)?.index ?? 0) + 1;
  const first = findFirstRowBelow(sample, header);
  let ignoredCounts: IgnoredRowCounts = { sections: 0, totals: 0 };

  async function* rows(): AsyncGenerator<readonly TableRow[]> {
    ignoredCounts = { sections: 0, totals: 0 };
    let section: string | null = null;
    for await (const group of table.rows()) {
      const products: TableRow[] = [];
      for (const row of group) {
        if (row.row < first || isEmpty(row.cells)) continue;
        const role = detectRowRole(row.cells, layout);
        if (role === 'section') section = getSectionText(row.cells);
        if (role === 'section') ignoredCounts.sections += 1;
        if (role === 'total') ignoredCounts.totals += 1;
        if (role !== 'product') continue;
        // Keeps cells without a heading, since they indicate a shifted row.
        const cellsBeside = row.cells.slice(end);
        const ownCells = [...cells.map(readCell => readCell(row.cells)), ...(sectionField === null ? [] : [section])];
        products.push({
          row: row.row,
          cells: cellsBeside.length > 0 ? [...ownCells, ...cellsBeside] : ownCells,
          ...(table.isText && row.cells.slice(header.width).some(cell => !isBlank(cell)) && { isOverfull: true }),
        });
      }
      yield products;
    }
  }

  const columns = toColumns(rules, sectionField, fields);
  assertNoDuplicateColumns(columns, fields);
  assertHasKeyColumn(columns, fields, mapping.key);
  return {
    mapping,
    sheet: table.sheet,
    columns,
    rows,
    ignoredRows: () => ignoredCounts,
    close: sourceTable.close,
  };
};

const findFirstRowBelow = (sample: readonly TableRow[], { row, rows }: Header): number => {
  const rowsBelow = sample.filter(candidate => candidate.row > row);
  return rowsBelow[rows - 1]?.row ?? Number.POSITIVE_INFINITY;
};

/**
 * If the headings are not in the expected row, searches for them, since the letterhead may have an extra line this
 * time.
 */
const findMappedHeader = (sample: readonly TableRow[], { header: { row, rows }, columns }: ImportMapping): Header => {
  const requiredSources = columns.flatMap(({ field, sources }) => (field === null ? [] : sources));
  const findMissingSource = (header: Header) =>
    requiredSources.find(source => findHeading(source, header) === undefined);
  const rowNumbers = [row, ...sample.map(candidate => candidate.row)];
  const headers = rowNumbers.flatMap(rowNumber => readHeaderAt(sample, rowNumber, rows) ?? []);
  const header = headers.find(header => findMissingSource(header) === undefined);
  if (header) return header;
  const [expectedHeader] = headers;
  if (!expectedHeader) throw new TableRefusal('empty');
  throw new TableRefusal('missingColumn', { header: findMissingSource(expectedHeader)?.header ?? '' });
};

export const findHeading = (
  { header, nth }: ColumnSource,
  { headings }: Pick<Header, 'headings'>,
): Heading | undefined => headings.find(heading => heading.header === header && heading.nth === nth);

const findColumnIndexes = ({ sources }: ColumnRule, header: Pick<Header, 'headings'>): number[] =>
  sources.flatMap(source => findHeading(source, header)?.index ?? []);

/** Returns a function that computes a rule's value from the cells of a row. */
export const createCellReader = (
  rule: ColumnRule,
  header: Pick<Header, 'headings'>,
): ((cells: RowCells) => Cell | undefined) => {
  const { constant, conversions } = rule;
  const indexes = findColumnIndexes(rule, header);
  const [first = -1] = indexes;
  if (indexes.length === 1 && isVerbatim(rule)) return cells => cells[first];
  const replace = createReplacer(rule.values, cell => toFullText(cell).trim());
  const replaceConverted = createReplacer(rule.converted_values ?? {}, toFullText);
  return cells => {
    const filledCells = indexes.map(index => cells[index]).filter(cell => !isBlank(cell));
    const [onlyCell = null, ...otherCells] = filledCells;
    if (onlyCell === null) return constant;
    const cell = otherCells.length > 0 ? filledCells.map(toFullText).join(' ') : onlyCell;
    return replaceConverted(applyConversions(replace(cell), conversions));
  };
};

const createReplacer = (values: ColumnRule['values'], getText: (cell: Cell) => string): ((cell: Cell) => Cell) => {
  const replacements = new Map(Object.entries(values));
  if (replacements.size === 0) return cell => cell;
  return cell => {
    const replacement = replacements.get(getText(cell));
    return replacement === undefined ? cell : replacement;
  };
};

/** Columns that the mapping does not mention because the sender has added them since. They are reported as left out. */
const listUnknownColumns = ({ columns }: ImportMapping, header: Header): ColumnRule[] => {
  const usedIndexes = new Set(columns.flatMap(rule => findColumnIndexes(rule, header)));
  return header.headings
    .filter(({ index }) => !usedIndexes.has(index))
    .map(({ header: text, nth }) => ({
      field: null,
      sources: [{ header: text, nth }],
      constant: null,
      conversions: [],
      values: {},
    }));
};

const toColumns = (rules: readonly ColumnRule[], sectionField: string | null, fields: Importable): Column[] => {
  const columns = rules.map((rule, index): Column => {
    const { sources } = rule;
    // The field may have been deleted since the mapping was saved.
    const field = rule.field !== null && fields.has(rule.field) ? rule.field : null;
    const label = field === null ? '' : getImportLabel(fields, field);
    const header = sources.map(source => source.header).join(' + ') || label;
    const canonicalHeading = getCanonicalHeading(rule, header, fields);
    return { index, header, field, ...(canonicalHeading !== header && { rewritten: canonicalHeading }) };
  });
  if (sectionField === null) return columns;
  return [...columns, { index: columns.length, header: getImportLabel(fields, sectionField), field: sectionField }];
};

/** A heading with which the reader interprets the converted cells of a column correctly. */
const getCanonicalHeading = (rule: ColumnRule, header: string, fields: Importable): string => {
  const namedField = findFieldByHeading(header, fields);
  if (rule.field === null) {
    const isTaken = (namedField ?? findSynonym(parseMeasure(header)?.name ?? header, fields)) !== null;
    return isTaken ? translateImport('skipped.leftOut', { header }) : header;
  }
  const isPlain = rule.sources.length === 1 && isVerbatim(rule);
  return isPlain && namedField === rule.field ? header : getImportLabel(fields, rule.field);
};

const isVerbatim = ({ constant, conversions, values, converted_values = {} }: ColumnRule): boolean =>
  constant === null && conversions.length === 0 && Object.keys({ ...values, ...converted_values }).length === 0;
