import { z } from 'zod';

/** Who holds on to a record that was to be deleted: how many records of each resource. */
export const Uses = z.object({
  uses: z.array(z.object({ resource: z.string(), count: z.int().positive() })).min(1),
});
export type Uses = z.output<typeof Uses>;
