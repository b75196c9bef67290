import { randomBytes } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { parseRequestId, REQUEST_ID_HEADER } from '#contract/requestId.ts';
import { parseAcceptLanguage } from '#i18n/messages.ts';
import { runInWorkContext } from '../workContext.ts';

/** Longer paths are those of strangers, and are cut in the log. */
const MAX_PATH_LENGTH = 300;

/**
 * Handles each request in a context of its own: the language that the client asks for, and an id, which is that of the
 * client or of the proxy if there is one.
 */
export const identifyRequest: MiddlewareHandler = (context, next) => {
  const request = {
    id: parseRequestId(context.req.header(REQUEST_ID_HEADER)) ?? createRequestId(),
    method: context.req.method,
    // Without the query, which may contain a token, and still encoded, since it is logged.
    path: new URL(context.req.url).pathname.slice(0, MAX_PATH_LENGTH),
  };
  const locale = parseAcceptLanguage(context.req.header('Accept-Language'));
  return runInWorkContext({ locale, request }, async () => {
    await next();
    context.res.headers.set(REQUEST_ID_HEADER, request.id);
  });
};

/** Crockford's base32, in which no letter looks like a digit or like another letter. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUP_LENGTH = 4;

/** Two groups, as people read out numbers. */
const createRequestId = (): string => {
  const text = Array.from(randomBytes(2 * GROUP_LENGTH), byte => ALPHABET[byte % ALPHABET.length]).join('');
  return `${text.slice(0, GROUP_LENGTH)}-${text.slice(GROUP_LENGTH)}`;
};
