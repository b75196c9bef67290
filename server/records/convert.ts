import type { Field } from '#contract/fields.ts';
import { parseCell } from '../table/cells.ts';
import type { ExportCell } from '../table/exportCell.ts';
import { textOf, toExportCell } from '../table/exportCells.ts';
import type { Lookups } from '../table/parsed.ts';
import type { ConvertedValue, NameOf } from './kind.ts';
import { storedAs } from './storedAs.ts';

interface ConvertOptions {
  from: Field;
  to: Field;
  nameOf: NameOf;
  lookups: Lookups;
}

/**
 * Converts an attribute's value to another kind by exporting it to a table cell and importing it back, so that both
 * follow the same rules.
 */
export const convert = (value: unknown, { from, to, nameOf, lookups }: ConvertOptions): ConvertedValue => {
  const read = (cell: ExportCell, field: Field): ConvertedValue => readAs(cell, field, lookups);
  const context = { from, to, read, describe: (of: unknown, field: Field) => textOf(of, field, nameOf) };
  const { convertTo, takesAnyText } = storedAs(to);
  const converted = convertTo?.(value, context, to) ?? storedAs(from).convertFrom?.(value as never, context, from);
  if (converted) return converted;
  if (from.kind === to.kind && !('of' in to)) return { value, isWhole: true };
  return read((takesAnyText ? textOf : toExportCell)(value, from, nameOf), to);
};

const NO_VALUE: ConvertedValue = { value: null, isWhole: false };

const readAs = (cell: ExportCell, to: Field, lookups: Lookups): ConvertedValue => {
  if (cell === null) return NO_VALUE;
  const parsed = parseCell(cell, to, lookups);
  if ('fault' in parsed) return NO_VALUE;
  const checked = to.schema.safeParse(parsed.value);
  if (!checked.success) return NO_VALUE;
  // An unset flag is stored as no value, so «нет» becomes null too.
  return { value: checked.data === false ? null : checked.data, isWhole: true };
};
