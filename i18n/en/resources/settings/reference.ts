import type { Labels } from '../../../messages.ts';

export const reference = {
  one: 'Reference',
  several: 'References',
  count: '%{number} reference |||| %{number} references',
  fields: {
    name: 'Name',
    code: 'Code',
    declared: 'Declared by the program',
    archived: 'Archived',
  },
} as const satisfies Labels<'settings/reference'>;
