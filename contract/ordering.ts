import { z } from 'zod';
import { BulkIds } from './bulk.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './field.ts';
import type { Access } from './permissions.ts';

/** How many names one call may make records of. */
export const MAX_NAMES = 500;

/** The order of a collection's records: those named take, in this order, the places that they have among all. */
export const orderEndpoint = <const Path extends string>(path: Path, access: Access) =>
  endpoint(`PUT ${path}/order`, {
    access,
    body: z.strictObject({ ids: BulkIds }),
    result: z.object({ ids: z.array(Id) }),
  });
