import type { Translation } from '../messages.ts';
import type * as ru from '../ru/errors.ts';

export const errors: Translation<typeof ru.errors> = {
  server: 'Something went wrong. Please contact support',
  unknown: 'Oops! Something went wrong',
  network: 'No connection to the server. Check the network: nothing you typed is lost',
  importCutOff: 'No connection to the server. Check the network and try again',
  import: 'Unknown error, please contact support',
  more: 'and %{count} more',
  partly: '%{failed} of %{all} did not work:',
  unreadable: 'The answer of the server could not be read: %{endpoint}, %{field}. Please tell support',
  invalid: 'Check what you typed: the server did not accept it',
  notFound: 'There is no such record: perhaps it was deleted',
  conflict: 'Somebody else has changed this record. Compare the changes and save again',
  tooLarge: 'Too much data at once. Send it in parts',
  tooMany: 'Too many tries. Wait a minute and try again',
  requestId: 'Request code: %{id}',
  diskFull:
    'The disk of the server is full: nothing was saved, and what you typed is kept. Ask an administrator to free space, then try again',
  unavailable: 'A system behind the server did not answer in time. Try again in a minute',
};
