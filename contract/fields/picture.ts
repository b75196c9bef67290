import { z } from 'zod';
import { field } from '../field.ts';
import { defineKind } from '../kind.ts';
import type { PermissionSlug } from '../permissions.ts';

/**
 * The main one of a record's images, the address of its small thumbnail below the API base; the server sets it as the
 * images change, which the holders of the slug `keptBy` do.
 */
export const picture = defineKind(
  (keptBy: PermissionSlug) => field('picture', { keptBy }, { readOnly: true }, z.string()),
  { filter: null, sample: (_, n) => `/images/${n}` },
);
