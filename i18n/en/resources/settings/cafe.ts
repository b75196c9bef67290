import type { Labels } from '../../../messages.ts';

export const cafe = {
  one: 'Cafe',
  several: 'Cafes',
  count: '%{number} cafe |||| %{number} cafes',
  create: 'New cafe',
  fields: {
    name: 'Name',
    kind: 'Where to send',
    address: 'Address of the receiver',
    folder: 'Folder',
    has_key: 'Key',
    archived: 'Archived',
  },
  words: {
    http: 'To an HTTP address',
    folder: 'To a folder of the server',
  },
} as const satisfies Labels<'settings/cafe'>;
