import type { Field } from '#contract/fields.ts';
import { parseCell } from '../table/cells.ts';
import type { ExportCell } from '../table/exportCell.ts';
import { formatExportText, toExportCell } from '../table/exportCells.ts';
import type { Lookups } from '../table/parseResult.ts';
import { getStoredKind } from './getStoredKind.ts';
import type { ConvertedValue, GetReferenceName } from './kind.ts';

interface ConvertOptions {
  from: Field;
  to: Field;
  nameOf: GetReferenceName;
  lookups: Lookups;
}

/**
 * Converts an attribute's value to another kind by exporting it to a table cell and importing it back, so that both
 * follow the same rules.
 */
export const convertValue = (value: unknown, { from, to, nameOf, lookups }: ConvertOptions): ConvertedValue => {
  const read = (cell: ExportCell, field: Field): ConvertedValue => parseAsField(cell, field, lookups);
  const context = {
    from,
    to,
    read,
    describe: (describedValue: unknown, field: Field) => formatExportText(describedValue, field, nameOf),
  };
  const { convertTo, takesAnyText } = getStoredKind(to);
  const converted = convertTo?.(value, context, to) ?? getStoredKind(from).convertFrom?.(value as never, context, from);
  if (converted) return converted;
  if (from.kind === to.kind && !('of' in to)) return { value, isWhole: true };
  return read((takesAnyText ? formatExportText : toExportCell)(value, from, nameOf), to);
};

const NO_VALUE: ConvertedValue = { value: null, isWhole: false };

const parseAsField = (cell: ExportCell, targetField: Field, lookups: Lookups): ConvertedValue => {
  if (cell === null) return NO_VALUE;
  const parsedCell = parseCell(cell, targetField, lookups);
  if ('fault' in parsedCell) return NO_VALUE;
  const checkResult = targetField.schema.safeParse(parsedCell.value);
  if (!checkResult.success) return NO_VALUE;
  // An unset flag is stored as null, so «нет» becomes null too.
  return { value: checkResult.data === false ? null : checkResult.data, isWhole: true };
};
