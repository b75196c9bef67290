import { flag, text } from '../../kinds.ts';
import { defineRecord } from '../../record.ts';
import { administered, code } from './shared.ts';

/** The value lists: those that `references.ts` declares, and those that people add. */
export const reference = defineRecord(
  'settings/reference',
  {
    name: text({ required: true }),
    code: code(),
    /** Declared by the program: only its values can be changed. */
    declared: flag({ readOnly: true }),
    archived: flag(),
  },
  {
    path: '/reference',
    access: administered('settings_reference', 'settings_attribute'),
    search: ['name', 'code'],
    sort: ['name', 'code', 'updated_at', 'created_at'],
    menu: { group: 'settings', order: 50 },
    screens: { section: 'settings', list: ['settings_reference'] },
  },
);
