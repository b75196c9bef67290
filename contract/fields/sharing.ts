import { nonNullField } from '../field.ts';
import { defineKind } from '../kind.ts';
import { addSharing, emptySharing, removeSharing, Sharing, sharingLevels } from '../sharing.ts';

export const sharing = defineKind(() => nonNullField('sharing', {}, Sharing), {
  filter: null,
  initial: () => emptySharing,
  multiValue: { offers: ['add', 'remove', 'replace'], add: addSharing, remove: removeSharing },
  // The keys are in the order in which jsonb returns them, so that samples can be compared as text.
  sample: (_, n) => ({ roles: [{ slug: 'admin', level: sharingLevels[n % sharingLevels.length] }], users: [] }),
});
