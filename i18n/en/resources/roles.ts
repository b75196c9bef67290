import type { Labels } from '../../messages.ts';

export const roles = {
  one: 'Role',
  several: 'Roles',
  count: '%{number} role |||| %{number} roles',
  fields: {
    name: 'Name',
    slug: 'Code',
    permissions: 'Permissions',
    declared: 'Set in the program',
  },
} as const satisfies Labels<'roles'>;
