import { choice, flag, text } from '../../kinds.ts';
import { defineRecord } from '../../record.ts';
import { onlyWhen } from '../../rules.ts';
import { buildSettingsAccess } from './shared.ts';

export const cafeKinds = ['http', 'folder'] as const;

export const cafe = defineRecord(
  'settings/cafe',
  {
    name: text({ required: true }),
    kind: choice(cafeKinds),
    address: onlyWhen('kind', ['http'], text({ max: 500, format: 'url' }), { required: true }),
    folder: onlyWhen('kind', ['folder'], text({ max: 100, format: 'folder' }), { required: true }),
    /** Whether uploads are signed, so that the cafe can verify their origin with a key it knows. */
    has_key: flag({ readOnly: true }),
    archived: flag(),
  },
  {
    path: '/cafe',
    access: buildSettingsAccess('settings_reference', 'product.send-media'),
    search: ['name', 'address', 'folder'],
    sort: ['name', 'kind', 'updated_at', 'created_at'],
    features: ['audit'],
    menu: { group: 'settings', order: 40 },
    screens: { section: 'settings', list: ['settings_reference'] },
  },
);
