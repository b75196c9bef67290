import type { Translation } from '../messages.ts';
import type { trash as source } from '../ru/trash.ts';

export const trash: Translation<typeof source> = {
  name: 'Trash',
  title: '%{records}: trash',
  back: 'To the list',
  about: 'What was deleted stays here for %{days} days and then goes for good.',
  record: 'Record',
  deleted: 'Deleted',
  by: 'Deleted by',
  expires: 'Goes',
  pick: 'Select “%{name}”',
  pickPage: 'Select the whole page',
  pickAll: 'Select all %{number}',
  selected: 'Selected: %{number}',
  restore: 'Restore',
  purge: 'Delete for good',
  purgeTitle: 'Delete for good, records: %{number}?',
  purgeText: 'They cannot be brought back.',
  restored: 'Restored: %{number}',
  purged: 'Deleted for good: %{number}',
  failed: 'Failed: %{number}',
  empty: 'The trash is empty',
  emptyHint: 'What is deleted from this list will be here.',
};
