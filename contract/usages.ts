import { z } from 'zod';

export const Usages = z.object({
  uses: z.array(z.object({ resource: z.string(), count: z.int().positive() })).min(1),
});
export type Usages = z.output<typeof Usages>;
