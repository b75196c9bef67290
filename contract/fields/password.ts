import { field } from '../field.ts';
import { defineKind } from '../kind.ts';
import { NewPassword } from '../newPassword.ts';

/** A password of at least 8 characters (§5). The server generates one if a new record has none. */
export const password = defineKind(() => ({ ...field('password', {}, {}, NewPassword), isSecret: true as const }), {
  filter: null,
  isNeverEmpty: true,
  // An empty input keeps the current password, since the form never receives it.
  change: (before, after) => (after && after !== before ? after : undefined),
  sample: (_, n) => `hedgehog ${n}`,
});
