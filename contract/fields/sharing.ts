import { filled } from '../field.ts';
import { defineKind } from '../kind.ts';
import { levels, Sharing, unshared } from '../sharing.ts';

/** Whom a record is for where it is not for everybody who may list it. */
export const sharing = defineKind(() => filled('sharing', {}, Sharing), {
  filter: null,
  initial: () => unshared,
  // In the order of keys in which the database gives it back.
  sample: (_, n) => ({ roles: [{ slug: 'admin', level: levels[n % levels.length] }], users: [] }),
});
