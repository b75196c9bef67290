import { flag, place, text } from '../../kinds.ts';
import { defineRecord } from '../../record.ts';
import { administered, code, goods } from './shared.ts';

/** §3: the first one is current. */
export const language = defineRecord(
  'settings/language',
  { name: text({ required: true }), code: code(), order: place(), archived: flag() },
  {
    path: '/language',
    access: administered('settings_language', ...goods, 'product.show-images', 'model.show-images'),
    search: ['name', 'code'],
    sort: ['order', 'name', 'code', 'updated_at', 'created_at'],
    // §3, §7: the languages in use, the first one current.
    plainList: { archived: false },
    menu: { group: 'settings', order: 20 },
    screens: { section: 'settings', list: ['settings_language'] },
  },
);
