import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** An answer of JSON that says how long it is: a short one is not worth compressing. */
export const answerJson = (context: Context, value: unknown, status: ContentfulStatusCode = 200): Response => {
  const bytes = Buffer.from(JSON.stringify(value));
  return context.body(bytes, status, { 'Content-Type': 'application/json', 'Content-Length': String(bytes.length) });
};
