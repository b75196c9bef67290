import type { Labels } from '../../../messages.ts';

export const barcode = {
  one: 'Prefix of own barcodes',
  several: 'Own barcodes',
  count: '%{number} prefix |||| %{number} prefixes',
  create: 'New prefix of barcodes',
  fields: {
    prefix: 'Prefix of the barcode',
    name: 'What for',
  },
} as const satisfies Labels<'settings/barcode'>;
