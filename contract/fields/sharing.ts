import { filled } from '../field.ts';
import { defineKind } from '../kind.ts';
import { levels, Sharing, unshared, withNamed, withoutNamed } from '../sharing.ts';

export const sharing = defineKind(() => filled('sharing', {}, Sharing), {
  filter: null,
  initial: () => unshared,
  several: { offers: ['add', 'remove', 'replace'], add: withNamed, remove: withoutNamed },
  // Keys in the order jsonb returns them, so that samples compare equal as text.
  sample: (_, n) => ({ roles: [{ slug: 'admin', level: levels[n % levels.length] }], users: [] }),
});
