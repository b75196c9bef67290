import type { Field, Kind } from '#contract/fields.ts';

/** Widths of columns in characters; others are 20 wide. */
const columnWidths: Partial<Record<Kind, number>> = { text: 32, longText: 48, barcode: 18, many: 32 };

/** A column of a workbook for a field. */
export const sheetColumn = (header: string, field: Field) => {
  const numFmt = cellFormatOf(field);
  return { header, width: columnWidths[field.kind] ?? 20, ...(numFmt && { numFmt }) };
};

/** How a spreadsheet shows the cells of a field: a code must not become a number, a day is a day. */
const cellFormatOf = (field: Field): string | undefined => {
  switch (field.kind) {
    case 'text':
    case 'barcode':
    case 'byCode':
      return '@';
    case 'date':
      return 'dd.mm.yyyy';
    case 'money':
    case 'number':
      return field.decimals > 0 ? `0.${'0'.repeat(field.decimals)}` : '0';
    default:
      return undefined;
  }
};
