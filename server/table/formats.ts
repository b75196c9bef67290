import type { ColumnFormat, TableFile } from '#contract/exportProfiles.ts';
import type { Field } from '#contract/fields.ts';
import { getStoredKind } from '../records/getStoredKind.ts';
import type { ExportCell } from './exportCell.ts';
import { listMeasureWords } from './units.ts';

/**
 * Workbook column for a field. Its number format keeps codes as text, because a spreadsheet would drop leading zeros.
 */
export const createSheetColumn = (header: string, field: Field, format: ColumnFormat | null = null) => {
  const { width, format: getFormat } = getStoredKind(field);
  const numFmt = addColumnFormat(getFormat(field), field, format);
  return { header, width, ...(numFmt && { numFmt }) };
};

const addColumnFormat = (numFmt: string | undefined, field: Field, format: ColumnFormat | null): string | undefined => {
  if (format?.kind === 'date') return format.order === 'ymd' ? 'yyyy-mm-dd' : numFmt;
  const word = findMeasureWord(field, format);
  return word === null ? numFmt : `${numFmt}" ${word}"`;
};

/** The word after the numbers in a column; null if there is none, or if an import could not read it. */
const findMeasureWord = (field: Field, format: ColumnFormat | null): string | null =>
  format?.kind === 'measure' && listMeasureWords(field).includes(format.word) ? format.word : null;

/** A cell as a text file shows it. */
export const formatCellText = (
  cell: ExportCell,
  { field, format = null }: { field: Field; format?: ColumnFormat | null },
  mark: TableFile['mark'],
): string => {
  if (cell === null || typeof cell === 'string') return cell ?? '';
  if (typeof cell === 'number')
    return [String(cell).replace('.', mark), findMeasureWord(field, format)].filter(Boolean).join(' ');
  const isIso = format?.kind === 'date' && format.order === 'ymd';
  return isIso ? cell.day : cell.day.split('-').toReversed().join('.');
};
