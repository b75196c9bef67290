import type { Translation } from '../messages.ts';
import type * as ru from '../ru/importing.ts';

export const importing: Translation<typeof ru.importing> = {
  title: 'Nomenclature import',
};
