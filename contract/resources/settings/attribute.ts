import { byCode, choice, flag, place, text } from '../../kinds.ts';
import { defineRecord } from '../../record.ts';
import { onlyWhen } from '../../rules.ts';
import { buildSettingsAccess, defineCode, goodsSlugs } from './shared.ts';

export const attributeKinds = ['text', 'long_text', 'number', 'flag', 'date', 'reference', 'references'] as const;

export const attribute = defineRecord(
  'settings/attribute',
  {
    name: text({ required: true }),
    code: defineCode(),
    kind: choice(attributeKinds),
    unit: onlyWhen('kind', ['number'], text({ max: 16 })),
    reference: onlyWhen('kind', ['reference', 'references'], byCode('settings/reference'), { required: true }),
    per_language: onlyWhen('kind', ['text', 'long_text'], flag()),
    applies_to: choice(['products', 'models', 'both']),
    required: flag(),
    order: place(),
    archived: flag(),
  },
  {
    path: '/attribute',
    access: buildSettingsAccess('settings_attribute', ...goodsSlugs, 'product-list.import-file'),
    search: ['name', 'code'],
    sort: ['order', 'name', 'code', 'kind', 'updated_at', 'created_at'],
    features: ['audit'],
    menu: { group: 'settings', order: 10 },
    screens: { section: 'settings', list: ['settings_attribute'] },
  },
);
