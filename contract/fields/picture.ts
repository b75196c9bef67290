import { z } from 'zod';
import { field } from '../field.ts';
import { defineKind } from '../kind.ts';
import type { PermissionSlug } from '../permissions.ts';

/**
 * URL of the main image's small thumbnail, relative to the API base. Stored on the record, so that lists need no join.
 * The server updates it when the images change, which requires the permission `keptBy`.
 */
export const picture = defineKind(
  (guardSlug: PermissionSlug) => field('picture', { keptBy: guardSlug }, { readOnly: true }, z.string()),
  { filter: null, sample: (_, n) => `/images/${n}` },
);
