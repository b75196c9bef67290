import { flag, text } from '../../kinds.ts';
import { defineRecord } from '../../record.ts';
import { buildSettingsAccess, defineCode } from './shared.ts';

export const reference = defineRecord(
  'settings/reference',
  {
    name: text({ required: true }),
    code: defineCode(),
    /** Whether the reference is declared in code, in which case only its values can be edited. */
    declared: flag({ readOnly: true }),
    archived: flag(),
  },
  {
    path: '/reference',
    access: buildSettingsAccess('settings_reference', 'settings_attribute'),
    search: ['name', 'code'],
    sort: ['name', 'code', 'updated_at', 'created_at'],
    features: ['audit'],
    menu: { group: 'settings', order: 50 },
    screens: { section: 'settings', list: ['settings_reference'] },
  },
);
