import { getPermissionNames } from '#contract/permissions.ts';
import { language } from '../../translate.ts';
import { defineStoredKind } from '../kind.ts';

export const permissions = defineStoredKind('permissions', {
  storage: 'pairs',
  write: held => {
    const names = getPermissionNames(language());
    return held.map(({ slug }) => names[slug]).join('; ') || null;
  },
});
