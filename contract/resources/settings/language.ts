import { flag, place, text } from '../../kinds.ts';
import { defineRecord } from '../../record.ts';
import { buildSettingsAccess, defineCode, goodsSlugs } from './shared.ts';

/** §3: the first language is the current one. */
export const language = defineRecord(
  'settings/language',
  { name: text({ required: true }), code: defineCode(), order: place(), archived: flag() },
  {
    path: '/language',
    access: buildSettingsAccess('settings_language', ...goodsSlugs, 'product.show-images', 'model.show-images'),
    search: ['name', 'code'],
    sort: ['order', 'name', 'code', 'updated_at', 'created_at'],
    // §3, §7: active languages only, the current one first.
    plainList: { archived: false },
    features: ['audit'],
    menu: { group: 'settings', order: 20 },
    screens: { section: 'settings', list: ['settings_language'] },
  },
);
