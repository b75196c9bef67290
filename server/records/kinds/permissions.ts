import { getPermissionNames } from '#contract/permissions.ts';
import { getLanguage } from '../../translate.ts';
import { defineStoredKind } from '../kind.ts';

export const permissions = defineStoredKind('permissions', {
  storage: 'pairs',
  write: heldPermissions => {
    const names = getPermissionNames(getLanguage());
    return heldPermissions.map(({ slug }) => names[slug]).join('; ') || null;
  },
});
