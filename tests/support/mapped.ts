import { type ColumnRule, type ImportMapping, toMapping } from '#contract/importMapping.ts';
import { applyMapping, type MappedTable } from '#server/table/applyMapping.ts';
import { type Importable, importableFields } from '#server/table/importable.ts';
import type { Lookups } from '#server/table/parseResult.ts';
import { proposeLayout } from '#server/table/proposeLayout.ts';
import type { Cell, Table } from '#server/table/row.ts';

/** An in-memory table. */
export const tableOf = (...rows: readonly (readonly (Cell | undefined)[])[]): Table => {
  const table: Table = {
    sheet: null,
    sheets: [],
    onSheet: () => table,
    hiddenColumns: new Set(),
    isText: false,
    rows: async function* () {
      await Promise.resolve();
      yield rows.map((cells, at) => ({ row: at + 1, cells }));
    },
    close: () => {},
  };
  return table;
};

/**
 * Reads a table with its proposed mapping.
 * @throws {TableRefusal}
 */
export const mappedAsProposed = async (
  table: Table,
  fields: Importable = importableFields,
  lookups: Lookups = {},
): Promise<MappedTable> => {
  const { proposal, refusal } = await proposeLayout(table, { fields, lookups });
  if (refusal) throw refusal;
  return applyMapping(table, toMapping(proposal), fields);
};

/** A mapping that maps columns to these fields, for a table whose header is the first row. */
export const mappingOf = (
  columns: Readonly<Record<string, string | Partial<ColumnRule>>>,
  more: Partial<ImportMapping> = {},
): ImportMapping => ({
  sheet: null,
  header: { row: 1, rows: 1 },
  columns: Object.entries(columns).map(([field, of]) => ({
    field,
    sources: typeof of === 'string' ? [{ header: of, nth: 1 }] : [],
    constant: null,
    conversions: [],
    values: {},
    ...(typeof of === 'object' && of),
  })),
  sections: null,
  key: ['vitrina_number', 'barcode', 'sku'],
  creates: true,
  changes: true,
  clears: false,
  ...more,
});
