import type { Translation } from '../messages.ts';
import type { links as russian } from '../ru/links.ts';

export const links: Translation<typeof russian> = {
  add: 'Add',
  search: 'Search among the linked',
  none: 'Nothing is linked yet',
  noneHint: 'Press “Add” to find and link several records at once.',
  noneClosed: 'Links will stand here once there are any.',
  notFound: 'Nothing like this is linked',
  notFoundHint: 'Change the search, or find the record with “Add”.',
  more: 'Show more',
  unlink: 'Unlink',
  unlinkOf: 'Unlink “%{name}”',
  unlinkTitle: 'Unlink “%{name}”?',
  unlinkText: 'Only the link goes: the product and the model both stay where they are.',
  unlinked: 'The product was unlinked from the model',
  unlinkFailed: 'The product could not be unlinked',
  addTitle: 'Add',
  found: 'Found: %{number}',
  shown: 'Found: %{number}, the first %{shown} are shown',
  nothing: 'Nothing found. Check the search.',
  alreadyLinked: 'linked already',
  chooseAll: 'Choose all that are shown',
  link: 'Link (%{number})',
  linked: 'Linked: %{number}',
};
