import type { Labels } from '../../messages.ts';

export const roles = {
  one: 'Роль',
  several: 'Роли',
  count: '%{number} роль |||| %{number} роли |||| %{number} ролей',
  create: 'Новая роль',
  fields: {
    name: 'Название',
    slug: 'Код',
    permissions: 'Права',
    declared: 'Системная',
  },
} as const satisfies Labels<'roles'>;
