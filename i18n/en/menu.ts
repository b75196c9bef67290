import type { Translation } from '../messages.ts';
import type * as ru from '../ru/menu.ts';

export const menu: Translation<typeof ru.menu> = {
  content: 'Content',
  changes: 'Changes',
  administration: 'Administration',
};
