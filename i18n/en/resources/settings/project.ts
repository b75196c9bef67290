import type { Labels } from '../../../messages.ts';

export const project = {
  one: 'Project',
  several: 'Projects',
  count: '%{number} project |||| %{number} projects',
  create: 'New project',
  fields: {
    name: 'Name',
    code: 'Code',
    platform: 'Platform',
    currency: 'Currency',
    archived: 'Archived',
  },
  words: {
    RUB: 'RUB',
  },
} as const satisfies Labels<'settings/project'>;
