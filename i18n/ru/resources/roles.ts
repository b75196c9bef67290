import type { Labels } from '../../messages.ts';

export const roles = {
  one: 'Роль',
  several: 'Роли',
  count: '%{number} роль |||| %{number} роли |||| %{number} ролей',
  fields: {
    name: 'Название',
    slug: 'Код',
    permissions: 'Права',
    declared: 'Задана в программе',
  },
} as const satisfies Labels<'roles'>;
