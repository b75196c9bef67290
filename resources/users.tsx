import PeopleIcon from '@mui/icons-material/PeopleAltOutlined';
import { mayActOnUser, mayChangeUser } from '#contract/delegation.ts';
import { lazyScreen } from '#ui/lazyScreen.tsx';
import { defineResource } from './engine/defineResource.tsx';

const UserActions = lazyScreen(() => import('./people/UserActions.tsx').then(module => module.UserActions), {
  isSmall: true,
});
const PasswordOnce = lazyScreen(() => import('./people/PasswordOnce.tsx').then(module => module.PasswordOnce));

export const users = defineResource('users', {
  icon: PeopleIcon,
  columns: ['name', 'email', 'role', 'status', 'created_at', 'last_seen'],
  moreColumns: ['permissions', 'rights'],
  shows: [
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
  made: PasswordOnce,
  mayChange: (user, person, names) => (names ? mayChangeUser(person, user, names) : mayActOnUser(person, user)),
});
