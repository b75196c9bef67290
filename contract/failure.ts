import { z } from 'zod';

export const Failure = z.object({
  code: z.int(),
  message: z.string(),
  /** §8, import and cancel calls: an array of messages, which the client shows one by one. */
  messages: z.array(z.string()).optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  result: z.unknown().optional(),
});
export type Failure = z.output<typeof Failure>;
