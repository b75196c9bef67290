import { mergeOptionLabels } from '../mergeOptionLabels.ts';
import type { Translation } from '../messages.ts';
import type * as ru from '../ru/words.ts';
import * as resources from './resources.ts';

export const common: Translation<typeof ru.common> = {
  id: 'No.',
  created_at: 'Created',
  updated_at: 'Changed',
  version: 'Version',
  name: 'Name',
  code: 'Code',
  synonyms: 'Synonyms',
  order: 'Order',
  archived: 'Archived',
};

/**
 * Statuses and choices that several resources share, kept in one place so that their wording stays the same; the others
 * are in the labels of their resource.
 */
const sharedWords: Translation<typeof ru.sharedWords> = {
  draft: 'Draft',
  active: 'Active',
  archived: 'Archived',
  blocked: 'Blocked',
};

export const words = mergeOptionLabels(sharedWords, resources);
