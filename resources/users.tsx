import PeopleIcon from '@mui/icons-material/PeopleAltOutlined';
import { canActOnUser, canChangeUser } from '#contract/delegation.ts';
import { defineResource } from './engine/defineResource.tsx';
import { OneTimePasswordDialog } from './people/OneTimePasswordDialog.tsx';
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
  afterCreate: OneTimePasswordDialog,
  whyClosed: (user, { id, isActing }) => {
    if (isActing) return 'people.closedWhileActing';
    return user?.id === id ? 'people.closedToSelf' : null;
  },
  canEdit: (user, currentUser, names) =>
    names ? canChangeUser(currentUser, user, names) : canActOnUser(currentUser, user),
});
