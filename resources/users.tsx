import PeopleIcon from '@mui/icons-material/PeopleAltOutlined';
import { mayActOnUser, mayChangeUser } from '#contract/delegation.ts';
import { defineResource } from './engine/defineResource.tsx';
import { PasswordOnce } from './people/PasswordOnce.tsx';
import { UserActions } from './people/UserActions.tsx';

export const users = defineResource('users', {
  icon: PeopleIcon,
  columns: ['name', 'email', 'role', 'status', 'created_at', 'last_seen'],
  optionalColumns: ['permissions', 'rights'],
  fields: [
    'last_name',
    'first_name',
    'middle_name',
    'email',
    'role',
    'status',
    'password',
    'created_at',
    'last_seen',
    'permissions',
  ],
  recordActions: UserActions,
  afterCreate: PasswordOnce,
  canEdit: (user, person, names) => (names ? mayChangeUser(person, user, names) : mayActOnUser(person, user)),
});
