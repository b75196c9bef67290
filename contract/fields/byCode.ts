import { z } from 'zod';
import { type Flags, field } from '../field.ts';
import { defineKind } from '../kind.ts';

interface ByCodeOptions extends Flags {
  /** The field of the other record by which it is named; `code` by default. */
  key?: 'code' | 'slug';
}

/** A record of resource `of` by its `code` (or `slug`), which outlives a copy of the database as an id does not. */
export const byCode = defineKind(
  <const N extends string, const O extends ByCodeOptions>(of: N, options?: O) => {
    const { key = 'code' }: ByCodeOptions = options ?? {};
    return field('byCode', { of, key }, options, z.string().trim().min(1).max(64));
  },
  {
    filter: 'any',
    asked: () => z.string().min(1).max(64),
    target: ({ of }) => of,
    sample: (_, n, { codes }) => codes[n % codes.length],
  },
);
