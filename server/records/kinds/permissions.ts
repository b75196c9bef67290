import { permissionNames } from '#contract/permissions.ts';
import { language } from '../../translate.ts';
import { stored } from '../kind.ts';

export const permissions = stored('permissions', {
  storage: 'pairs',
  write: held => {
    const names = permissionNames(language());
    return held.map(({ slug }) => names[slug]).join('; ') || null;
  },
});
