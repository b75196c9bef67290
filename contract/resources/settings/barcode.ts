import { unique } from '../../field.ts';
import { text } from '../../kinds.ts';
import { defineRecord } from '../../record.ts';
import { buildSettingsAccess, goodsSlugs } from './shared.ts';

/**
 * A prefix of the shop's own codes of 13 and 14 digits, which are accepted although their last digit is not a check
 * digit.
 */
export const barcode = defineRecord(
  'settings/barcode',
  {
    prefix: unique('exact', text({ required: true, max: 12, format: 'digits' })),
    name: text({ required: true }),
  },
  {
    path: '/barcode',
    access: buildSettingsAccess('settings_reference', ...goodsSlugs, 'product-list.import-file'),
    search: ['prefix', 'name'],
    sort: ['prefix', 'name', 'updated_at', 'created_at'],
    features: ['audit'],
    menu: { group: 'settings', order: 45 },
    screens: { section: 'settings', list: ['settings_reference'] },
  },
);
