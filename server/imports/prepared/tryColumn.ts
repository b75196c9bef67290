import type { ColumnRule } from '#contract/importMapping.ts';
import type { ColumnTrialResult } from '#contract/preparing.ts';
import type { Database } from '../../db/database.ts';
import { readTableSources } from '../../records/readTableSources.ts';
import { createCellReader, findHeading } from '../../table/applyMapping.ts';
import { getImportableFields } from '../../table/importable.ts';
import type { ExampleRows } from '../../table/proposeLayout.ts';
import { readCell } from '../../table/reader.ts';
import { type Cell, isBlank, toShortText } from '../../table/row.ts';
import { formatFieldValue } from '../dryRun.ts';
import { loadLookups, readNames } from '../lookups.ts';

/** Applies a rule to a table's first rows, with the code that an import uses. */
export const tryColumn = async (
  db: Database,
  { headings, rows }: ExampleRows,
  rule: ColumnRule,
): Promise<ColumnTrialResult['rows']> => {
  const readResult = await createResultReader(db, rule.field);
  const cellOf = createCellReader(rule, { headings });
  const indexes = rule.sources.map(source => findHeading(source, { headings })?.index ?? -1);
  return rows.map(({ row, cells }) => ({
    row,
    cells: indexes.map(index => toShortText(cells[index])),
    ...readResult(cellOf(cells)),
  }));
};

type TrialResult = Pick<ColumnTrialResult['rows'][number], 'text' | 'fault'>;

const createResultReader = async (
  db: Database,
  name: string | null,
): Promise<(cell: Cell | undefined) => TrialResult> => {
  const field = name === null ? undefined : getImportableFields(await readTableSources(db)).get(name);
  if (!field || name === null) return cell => ({ text: toShortText(cell) || null, fault: null });
  const ownFields = new Map([[name, field]]);
  const [lookups, nameOf] = [await loadLookups(db, ownFields), await readNames(db, ownFields)];
  return cell => {
    if (isBlank(cell)) return { text: null, fault: null };
    const result = readCell(cell, field, lookups);
    const text = 'value' in result ? formatFieldValue(result.value, field, nameOf) : toShortText(cell);
    return { text, fault: result.text ?? null };
  };
};
