import type { Labels } from '../../../messages.ts';

export const reference = {
  one: 'Справочник',
  several: 'Справочники',
  count: '%{number} справочник |||| %{number} справочника |||| %{number} справочников',
  fields: {
    name: 'Название',
    code: 'Код',
    declared: 'Задан в программе',
    archived: 'В архиве',
  },
} as const satisfies Labels<'settings/reference'>;
