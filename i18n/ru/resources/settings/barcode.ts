import type { Labels } from '../../../messages.ts';

export const barcode = {
  one: 'Префикс собственных штрихкодов',
  several: 'Собственные штрихкоды',
  count: '%{number} префикс |||| %{number} префикса |||| %{number} префиксов',
  create: 'Новый префикс штрихкодов',
  fields: {
    prefix: 'Префикс штрихкода',
    name: 'Для чего',
  },
} as const satisfies Labels<'settings/barcode'>;
