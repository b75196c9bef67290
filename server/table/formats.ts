import type { Field } from '#contract/fields.ts';
import { storedAs } from '../records/storedAs.ts';

/** A column of a workbook for a field: as wide as its kind asks, its cells shown so that a code becomes no number. */
export const sheetColumn = (header: string, field: Field) => {
  const { width, format } = storedAs(field);
  const numFmt = format(field);
  return { header, width, ...(numFmt && { numFmt }) };
};
