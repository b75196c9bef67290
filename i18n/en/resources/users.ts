import type { Labels } from '../../messages.ts';

export const users = {
  one: 'User',
  several: 'Users',
  count: '%{number} user |||| %{number} users',
  object: '%{number} user |||| %{number} users',
  create: 'New user',
  denied: 'You have no access to the section with users',
  fields: {
    name: 'Full name',
    first_name: 'First name',
    middle_name: 'Middle name',
    last_name: 'Last name',
    email: 'E-mail',
    password: 'Password',
    role: 'Role',
    permissions: 'Extra permissions',
    status: 'Status',
    rights: 'Effective permissions',
    avatar: 'Photo',
    created_at: 'Created',
    last_seen: 'Last seen',
  },
  said: {
    created: 'User created: %{name}',
    saved: 'User data updated',
    deleted: 'User deleted: %{name}',
    alreadyDeleted: 'This user was already deleted',
  },
} as const satisfies Labels<'users'>;
