import { choice, flag, text } from '../../kinds.ts';
import { defineRecord } from '../../record.ts';
import { buildSettingsAccess, defineCode } from './shared.ts';

export const project = defineRecord(
  'settings/project',
  {
    name: text({ required: true }),
    code: defineCode(),
    /** Projects on the same platform share one category tree, so that it is maintained only once. */
    platform: text({ required: true, max: 32, format: 'code' }),
    currency: choice(['RUB'], { readOnly: true }),
    archived: flag(),
  },
  {
    path: '/project',
    access: buildSettingsAccess(
      'settings_project',
      'product.show-prices',
      'product.show-categories',
      'model.show-categories',
      'categories.show-list',
      'synchronization.show-list',
      'synchronization.run',
    ),
    search: ['name', 'code', 'platform'],
    sort: ['name', 'code', 'platform', 'updated_at', 'created_at'],
    features: ['audit'],
    menu: { group: 'settings', order: 30 },
    screens: { section: 'settings', list: ['settings_project'] },
  },
);
