import {
  type ColumnSource,
  type MappingProposal,
  type ProposedColumn,
  tableIdentifiers,
} from '#contract/importMapping.ts';
import { isSame } from '#contract/values.ts';
import type { AssignedColumn } from './proposeColumns.ts';
import { type TableRow, toFullText } from './row.ts';
import { findCurrency, parseMeasured } from './units.ts';

/** The field of which suppliers often write only a part, and put the rest into another column. */
export const NAME_FIELD = 'name';

/** One number or several with their unit: «0,5 л», «6 × 330 мл», «50 шт.». */
const MEASURE = /^\d[\d\s.,]*(?:[xх×*]\s*\d[\d\s.,]*)?\s*\p{L}{1,4}\.?$/iu;

const isMeasure = (text: string): boolean =>
  MEASURE.test(text) && findCurrency(parseMeasured(text)?.word ?? '') === null;

/**
 * The free column without which different products would get the same name, such as «Лимонад» 0,5 л and «Лимонад» 1 л.
 * Null if all names differ, if no column or several columns tell such products apart, or if the names already contain
 * the measure.
 */
export const findNameSupplement = (
  columns: readonly AssignedColumn[],
  sample: readonly TableRow[],
): AssignedColumn | null => {
  const nameColumn = columns.find(({ field }) => field === NAME_FIELD);
  if (!nameColumn) return null;
  const namesakes = findNamesakes(nameColumn, columns, sample);
  if (namesakes.length === 0) return null;
  const supplements = columns.filter(column => {
    const getText = ({ cells }: TableRow): string => toFullText(cells[column.index]).trim();
    const getName = ({ cells }: TableRow): string => toFullText(cells[nameColumn.index]);
    return (
      column.field === null &&
      column.tiedField === undefined &&
      sample.every(row => isMeasure(getText(row)) && !hasMeasure(getName(row), getText(row))) &&
      namesakes.every(rows => new Set(rows.map(getText)).size === rows.length)
    );
  });
  return supplements.length === 1 ? (supplements[0] ?? null) : null;
};

/**
 * The proposed columns with every heading of the table once: a column that supplements the name is also listed by itself,
 * while joined columns of images are not.
 */
export const listColumnsOnce = ({ columns }: Pick<MappingProposal, 'columns'>): ProposedColumn[] =>
  columns.map(column => {
    const isListed = (source: ColumnSource): boolean =>
      columns.some(other => other !== column && isSame(other.sources[0], source));
    return { ...column, sources: column.sources.filter((source, index) => index === 0 || !isListed(source)) };
  });

const hasMeasure = (name: string, measure: string): boolean => fold(name).includes(fold(measure));

const fold = (text: string): string => text.toLowerCase().replace(/\s+/g, '');

/**
 * Groups of rows with the same name but different keys. Rows with the same key do not count, because a product may
 * occur in several rows.
 */
const findNamesakes = (
  { index: nameIndex }: AssignedColumn,
  columns: readonly AssignedColumn[],
  sample: readonly TableRow[],
): TableRow[][] => {
  const keyIndexes = columns.flatMap(({ index, field }) =>
    tableIdentifiers.some(identifier => identifier === field) ? [index] : [],
  );
  const products = new Map(sample.map(row => [keyIndexes.map(index => toFullText(row.cells[index])).join('\n'), row]));
  const rowsByName = new Map<string, TableRow[]>();
  for (const row of products.values()) {
    const name = fold(toFullText(row.cells[nameIndex]));
    if (name) rowsByName.set(name, [...(rowsByName.get(name) ?? []), row]);
  }
  return [...rowsByName.values()].filter(({ length }) => length > 1);
};
