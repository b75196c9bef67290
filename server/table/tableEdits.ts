import type { Corrections } from '#contract/preparing.ts';
import type { MappedTable } from './applyMapping.ts';
import { type TableRow, toFullText } from './row.ts';

/** The user's edits to an upload, which leave the file itself unchanged. */
export interface TableEdits {
  corrections: Corrections;
  leftOut: readonly number[];
}

/**
 * Applies corrections to a table and removes excluded rows. Runs after the conversions, so that a correction means the
 * same as in the field's input, and so that all checks see the corrected table.
 * @param onExcluded receives the excluded rows
 */
export const applyTableEdits = (
  table: MappedTable,
  { corrections, leftOut }: TableEdits,
  onExcluded: (row: TableRow) => void,
): MappedTable => {
  const excludedRows = new Set(leftOut);
  const indexByField = new Map(
    table.columns.flatMap(({ field, index }) => (field === null ? [] : [[field, index] as const])),
  );
  const textByAlikeKey = new Map(corrections.alike.map(({ field, was, text }) => [`${field} ${was}`, text]));
  const alikeFields = [...new Set(corrections.alike.map(({ field }) => field))];
  const correctRow = (row: TableRow): TableRow => {
    const ownCorrections = Object.entries(corrections.cells[row.row] ?? {});
    const alikeCorrections = alikeFields.flatMap(field => {
      const text = textByAlikeKey.get(`${field} ${toFullText(row.cells[indexByField.get(field) ?? -1])}`);
      return text === undefined ? [] : [[field, text] as const];
    });
    if (ownCorrections.length + alikeCorrections.length === 0) return row;
    const cells = [...row.cells];
    for (const [field, text] of [...alikeCorrections, ...ownCorrections]) {
      const index = indexByField.get(field);
      if (index !== undefined) cells[index] = text;
    }
    return { ...row, cells };
  };
  return {
    ...table,
    rows: async function* () {
      for await (const group of table.rows()) {
        const keptRows: TableRow[] = [];
        for (const row of group) {
          if (excludedRows.has(row.row)) onExcluded(row);
          else keptRows.push(correctRow(row));
        }
        yield keptRows;
      }
    },
  };
};
