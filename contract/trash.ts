import { z } from 'zod';
import { BulkIds, BulkResponse } from './bulk.ts';
import { Person } from './editor.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './field.ts';
import { Hit } from './links.ts';

/** Days after which a deleted record cannot be restored any more. */
export const TRASH_DAYS = 30;

const TrashItem = Hit.extend({
  deleted_at: z.iso.datetime(),
  deleted_by: Person.nullable(),
  expires_at: z.iso.datetime(),
});
export type TrashItem = z.output<typeof TrashItem>;

const resource = z.string().min(1).max(128);
const SelectedTrash = z.strictObject({ resource, ids: BulkIds });

/**
 * Deleted records of one resource. Whoever may delete a record may see it here, restore it and delete it for good, which
 * the handlers check, because the resource is a parameter.
 */
export const trashEndpoints = {
  list: endpoint('GET /trash', {
    access: 'signed-in',
    isEverywhere: true,
    query: z.strictObject({
      resource,
      search: z.string().max(255).optional(),
      page: z.coerce.number().int().min(1).default(1),
      per_page: z.coerce.number().int().min(1).max(100).default(25),
    }),
    result: z.object({ items: z.array(TrashItem), total: z.int(), page: z.int(), per_page: z.int() }),
  }),
  /** Ids of all matches, the latest first, so that a selection can span pages. */
  ids: endpoint('GET /trash/ids', {
    access: 'signed-in',
    isEverywhere: true,
    query: z.strictObject({ resource, search: z.string().max(255).optional() }),
    result: z.object({ ids: z.array(Id) }),
  }),
  restore: endpoint('POST /trash/restore', {
    access: 'signed-in',
    isEverywhere: true,
    body: SelectedTrash,
    result: BulkResponse,
  }),
  purge: endpoint('POST /trash/purge', {
    access: 'signed-in',
    isEverywhere: true,
    allowedWhenDiskFull: true,
    body: SelectedTrash,
    result: BulkResponse,
  }),
};
