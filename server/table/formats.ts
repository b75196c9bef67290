import type { Kind } from '#contract/fields.ts';

/** How a spreadsheet shows the cells of a kind: a code must not become a number, a day is a day. */
export const cellFormats: Partial<Record<Kind, string>> = {
  text: '@',
  barcode: '@',
  byCode: '@',
  date: 'dd.mm.yyyy',
  money: '0.00',
  number: '0.000',
};

/** Widths of columns in characters; others are 20 wide. */
export const columnWidths: Partial<Record<Kind, number>> = { text: 32, longText: 48, barcode: 18, many: 32 };
