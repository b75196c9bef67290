import type { Labels } from '../../../messages.ts';

export const reference = {
  one: 'Справочник',
  several: 'Справочники',
  count: '%{number} справочник |||| %{number} справочника |||| %{number} справочников',
  create: 'Новый справочник',
  fields: {
    name: 'Название',
    code: 'Код',
    declared: 'Системный',
    archived: 'В архиве',
  },
} as const satisfies Labels<'settings/reference'>;
