import { z } from 'zod';

/** Result of a 409 on deletion: how many records of each resource still refer to the record. */
export const Usages = z.object({
  uses: z.array(z.object({ resource: z.string(), count: z.int().positive() })).min(1),
});
export type Usages = z.output<typeof Usages>;
