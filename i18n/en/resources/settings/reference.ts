import type { Labels } from '../../../messages.ts';

export const reference = {
  one: 'Reference',
  several: 'References',
  count: '%{number} reference |||| %{number} references',
  create: 'New reference',
  fields: {
    name: 'Name',
    code: 'Code',
    declared: 'System',
    archived: 'Archived',
  },
} as const satisfies Labels<'settings/reference'>;
