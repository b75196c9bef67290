import type { Labels } from '../../messages.ts';

export const roles = {
  one: 'Role',
  several: 'Roles',
  count: '%{number} role |||| %{number} roles',
  create: 'New role',
  fields: {
    name: 'Name',
    slug: 'Code',
    permissions: 'Permissions',
    declared: 'System',
  },
} as const satisfies Labels<'roles'>;
