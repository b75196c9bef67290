import RoleIcon from '@mui/icons-material/BadgeOutlined';
import { hasAllPermissions } from '#contract/delegation.ts';
import { ADMIN_ROLE } from '#contract/roles.ts';
import { defineResource } from './engine/defineResource.tsx';
import { RoleHolders } from './people/RoleHolders.tsx';

export const roles = defineResource('roles', {
  icon: RoleIcon,
  columns: ['name', 'slug', 'permissions', 'declared'],
  fields: ['name', 'slug', 'permissions'],
  footer: RoleHolders,
  // On each start, the server grants the first role all permissions and recreates declared roles. Editing the first
  // role or deleting a declared role would therefore have no lasting effect.
  whyClosed: (_, { isActing }) => (isActing ? 'people.closedWhileActing' : null),
  canEdit: ({ slug, declared, permissions }, { grantedSlugs, isActing }, names) =>
    !isActing && hasAllPermissions(grantedSlugs, permissions) && (names ? slug !== ADMIN_ROLE : !declared),
});
