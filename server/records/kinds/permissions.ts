import { permissionNames } from '#contract/permissions.ts';
import { stored } from '../kind.ts';

const labels = permissionNames('ru');

export const permissions = stored('permissions', {
  storage: 'pairs',
  write: held => held.map(({ slug }) => labels[slug]).join('; ') || null,
});
