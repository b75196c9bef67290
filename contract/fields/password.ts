import { z } from 'zod';
import { field } from '../field.ts';
import { defineKind } from '../kind.ts';
import { MIN_PASSWORD_LENGTH } from '../limits.ts';

/** A password: at least 8 characters (§5). Left out of a new record the server makes one up. */
export const password = defineKind(
  () => ({ ...field('password', {}, {}, z.string().min(MIN_PASSWORD_LENGTH).max(1024)), isSecret: true as const }),
  {
    filter: null,
    isNeverEmpty: true,
    // An empty one is none: the one that there is stays.
    change: (before, after) => (after && after !== before ? after : undefined),
    sample: (_, n) => `hedgehog ${n}`,
  },
);
