import { z } from 'zod';
import { BulkIds } from './bulk.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './field.ts';
import type { Access } from './permissions.ts';

export const MAX_NAMES = 500;

/** Reorders records. The given ids trade places among themselves, so that a filtered list can be reordered too. */
export const orderEndpoint = <const Path extends string>(path: Path, access: Access) =>
  endpoint(`PUT ${path}/order`, {
    access,
    body: z.strictObject({ ids: BulkIds }),
    result: z.object({ ids: z.array(Id) }),
  });
