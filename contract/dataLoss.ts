import { z } from 'zod';

/**
 * Request header of a PUT: the number of values the user agreed to lose. Without it the PUT must lose none, since
 * nobody has agreed to anything.
 */
export const ACCEPT_LOSS_HEADER = 'Accept-Loss';

/** The effect of an attribute change on stored values, shown to the user so that they can decide. */
export const DataLoss = z.object({
  kept: z.int(),
  lost: z.int(),
  samples: z.array(z.object({ before: z.string(), after: z.string().nullable(), count: z.int() })),
});
export type DataLoss = z.output<typeof DataLoss>;

export const DataLossRefusal = z.object({ loss: DataLoss });
