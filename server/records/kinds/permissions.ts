import { getPermissionNames } from '#contract/permissions.ts';
import { getLanguage } from '../../translate.ts';
import { defineStoredKind } from '../kind.ts';

export const permissions = defineStoredKind('permissions', {
  storage: 'pairs',
  write: held => {
    const names = getPermissionNames(getLanguage());
    return held.map(({ slug }) => names[slug]).join('; ') || null;
  },
});
