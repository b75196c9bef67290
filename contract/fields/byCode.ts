import { z } from 'zod';
import { type FieldFlags, field } from '../field.ts';
import { defineKind } from '../kind.ts';

interface ByCodeOptions extends FieldFlags {
  key?: 'code' | 'slug';
}

/**
 * Refers to a record of resource `reference` by its `code` or `slug`. Unlike an id, a code stays valid when data is
 * moved to another database.
 */
export const byCode = defineKind(
  <const N extends string, const O extends ByCodeOptions>(reference: N, options?: O) => {
    const { key = 'code' }: ByCodeOptions = options ?? {};
    return field('byCode', { of: reference, key }, options, z.string().trim().min(1).max(64));
  },
  {
    filter: 'any',
    querySchema: () => z.string().min(1).max(64),
    target: ({ of }) => of,
    sample: (_, n, { codes }) => codes[n % codes.length],
  },
);
