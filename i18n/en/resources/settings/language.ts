import type { Labels } from '../../../messages.ts';

export const language = {
  one: 'Language',
  several: 'Languages',
  count: '%{number} language |||| %{number} languages',
  create: 'New language',
  fields: {
    name: 'Name',
    code: 'Code',
    order: 'Order',
    archived: 'Archived',
  },
} as const satisfies Labels<'settings/language'>;
