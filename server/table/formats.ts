import type { Field } from '#contract/fields.ts';
import { storedAs } from '../records/storedAs.ts';

/**
 * Workbook column for a field. Its number format keeps codes as text, because a spreadsheet would drop leading zeros.
 */
export const sheetColumn = (header: string, field: Field) => {
  const { width, format } = storedAs(field);
  const numFmt = format(field);
  return { header, width, ...(numFmt && { numFmt }) };
};
