import RoleIcon from '@mui/icons-material/BadgeOutlined';
import { holdsAllOf } from '#contract/delegation.ts';
import { FULL_ROLE } from '#contract/roles.ts';
import { defineResource } from './engine/defineResource.tsx';
import { RoleHolders } from './people/RoleHolders.tsx';

export const roles = defineResource('roles', {
  icon: RoleIcon,
  columns: ['name', 'slug', 'permissions', 'declared'],
  fields: ['name', 'slug', 'permissions'],
  footer: RoleHolders,
  // Each server start gives the first role all permissions and recreates declared roles, so editing the one or
  // deleting the others would not last.
  whyClosed: (_, { isActing }) => (isActing ? 'people.closedWhileActing' : null),
  canEdit: ({ slug, declared, permissions }, { granted, isActing }, names) =>
    !isActing && holdsAllOf(granted, permissions) && (names ? slug !== FULL_ROLE : !declared),
});
