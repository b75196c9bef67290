import type { Labels } from '../../../messages.ts';

export const barcode = {
  one: 'Начало своих штрихкодов',
  several: 'Собственные штрихкоды',
  count: '%{number} начало |||| %{number} начала |||| %{number} начал',
  create: 'Новое начало штрихкодов',
  fields: {
    prefix: 'Начало штрихкода',
    name: 'Для чего',
  },
} as const satisfies Labels<'settings/barcode'>;
