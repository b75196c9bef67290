import type { Translation } from '../messages.ts';
import type { exporting as source } from '../ru/exporting.ts';

export const exporting: Translation<typeof source> = {
  yes: 'yes',
  no: 'no',
  file: '%{name} %{day}',
  priceIn: 'Price (%{project}), RUB',
  categoriesOn: 'Categories (%{projects})',
  ownNumber: 'Vitrina number',
};
