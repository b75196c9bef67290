import { z } from 'zod';
import { BulkIds } from './bulk.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './field.ts';
import type { Access } from './permissions.ts';

export const MAX_NAMES = 500;

/**
 * Reorders records. The given ids trade places with each other, so that a filtered list can be reordered too. `base` is
 * the order that the caller has seen; if the stored order differs, the response is a 409. Without `base`, the order is
 * replaced without a check.
 */
export const orderEndpoint = <const Path extends string>(path: Path, access: Access) =>
  endpoint(`PUT ${path}/order`, {
    access,
    body: z.strictObject({ ids: BulkIds, base: BulkIds.optional() }),
    result: z.object({ ids: z.array(Id) }),
  });
