import type { Translation } from '../messages.ts';
import type * as ru from '../ru/used.ts';

export const used: Translation<typeof ru.used> = {
  title: '“%{name}” is in use',
  text: 'It cannot be deleted while other records hold it:',
  affected: 'The deletion affects:',
  published: 'Published:',
  values: 'Values of the reference',
  archiveHint: 'Once archived it stays where it stands, and cannot be chosen again.',
  archive: 'Archive',
  archived: '“%{name}” is archived now',
  by: 'Replace it with',
  replace: 'Replace everywhere and delete',
  replaced: '“%{name}” was replaced and deleted',
  lossTitle: 'Some values would be lost',
  lossText: 'Records whose value would become another one or go: %{lost}. Values that are kept: %{kept}.',
  lossBefore: 'Now',
  lossAfter: 'Then',
  lossCount: 'Records',
  lossNothing: 'empty',
  lossAccept: 'Change and lose them',
};
