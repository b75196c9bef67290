import { z } from 'zod';

/** Failure: the HTTP status again in `code`, a text for people, and field errors where it concerns fields. */
export const Failure = z.object({
  code: z.int(),
  message: z.string(),
  /** §8, import and cancel calls: the texts for people as an array, which is shown message by message. */
  messages: z.array(z.string()).optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  result: z.unknown().optional(),
});
export type Failure = z.output<typeof Failure>;
