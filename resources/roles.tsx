import RoleIcon from '@mui/icons-material/BadgeOutlined';
import { holdsAllOf } from '#contract/delegation.ts';
import { FULL_ROLE } from '#contract/roles.ts';
import { lazyScreen } from '#ui/lazyScreen.tsx';
import { defineResource } from './engine/defineResource.tsx';

const RoleHolders = lazyScreen(() => import('./people/RoleHolders.tsx').then(module => module.RoleHolders));

export const roles = defineResource('roles', {
  icon: RoleIcon,
  columns: ['name', 'slug', 'permissions', 'declared'],
  shows: ['name', 'slug', 'permissions'],
  below: RoleHolders,
  // The program gives the first role every permission at each start, and makes those that it knows anew.
  mayChange: ({ slug, declared, permissions }, { granted }, names) =>
    holdsAllOf(granted, permissions) && (names ? slug !== FULL_ROLE : !declared),
});
