import type { Labels } from '../../../messages.ts';

export const barcode = {
  one: 'Prefix of own barcodes',
  several: 'Own barcodes',
  count: '%{number} prefix |||| %{number} prefixes',
  create: 'New prefix of barcodes',
  nothingYet:
    'Does the shop print barcodes of its own with 13 or 14 digits and no valid check digit, such as for goods sold by weight? Add the digits they begin with, such as 20, and the form of a product and the import will accept them. Without a prefix, only barcodes with a valid check digit are accepted.',
  fields: {
    prefix: 'Prefix of the barcode',
    name: 'What for',
  },
} as const satisfies Labels<'settings/barcode'>;
