import type { Field } from '#contract/fields.ts';
import { getStoredKind } from '../records/getStoredKind.ts';

/**
 * Workbook column for a field. Its number format keeps codes as text, because a spreadsheet would drop leading zeros.
 */
export const createSheetColumn = (header: string, field: Field) => {
  const { width, format } = getStoredKind(field);
  const numFmt = format(field);
  return { header, width, ...(numFmt && { numFmt }) };
};
