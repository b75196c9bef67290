import { z } from 'zod';

/** The header of a PUT that says how many values may be lost by it; without one none may. */
export const ACCEPT_LOSS = 'Accept-Loss';

/** What a change of an attribute's definition would do to the values that records have. */
export const Loss = z.object({
  /** Records that keep their value, be it written in another way. */
  kept: z.int(),
  /** Records that lose it, or a part of it. */
  lost: z.int(),
  /** Some of what would be lost: as it is, as it would be, and in how many records. */
  samples: z.array(z.object({ before: z.string(), after: z.string().nullable(), count: z.int() })),
});
export type Loss = z.output<typeof Loss>;

/** The answer of a PUT that was refused for it. */
export const Refused = z.object({ loss: Loss });
