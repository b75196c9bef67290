import type { ColumnFormat } from '#contract/exportProfiles.ts';
import type { Field } from '#contract/fields.ts';
import { getStoredKind } from '../records/getStoredKind.ts';
import type { GetReferenceName } from '../records/kind.ts';
import type { ExportCell } from './exportCell.ts';

export const isExported = (field: Field): boolean => getStoredKind(field).write !== null;

export const toExportCell = (
  value: unknown,
  field: Field,
  nameOf: GetReferenceName,
  format: ColumnFormat | null = null,
): ExportCell => {
  if (value === null || value === undefined || value === '') return null;
  // Safe, because a record's value always belongs to its field's kind.
  return getStoredKind(field).write?.(value as never, field, nameOf, format) ?? null;
};

export const formatExportText = (value: unknown, field: Field, nameOf: GetReferenceName): string => {
  const { describe } = getStoredKind(field);
  if (describe) return describe(value as never, field, nameOf);
  const cell = toExportCell(value, field, nameOf);
  if (typeof cell === 'object' && cell) return cell.day.split('-').toReversed().join('.');
  return typeof cell === 'number' ? String(cell).replace('.', ',') : (cell ?? '');
};
