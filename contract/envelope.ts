import { z } from 'zod';

/** Success: `{ code: 200, message: 'success', result }` (§7, contract 1). */
export const SUCCESS = { code: 200, message: 'success' } as const;

/** Failure: the HTTP status again in `code`, a text for people, and field errors where it concerns fields. */
export const Failure = z.object({
  code: z.int(),
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  result: z.unknown().optional(),
});
export type Failure = z.output<typeof Failure>;

/** A token as `"…"` or `{ token: "…" }` (contract 1: tolerant reading). */
export const Token = z.union([
  z.string().min(1),
  z.object({ token: z.string().min(1) }).transform(({ token }) => token),
]);

/** A body that is a bare array of messages, or nothing of the kind. */
export const messagesOf = (body: unknown): string[] | null =>
  Array.isArray(body) && body.length > 0 && body.every(item => typeof item === 'string') ? body : null;
