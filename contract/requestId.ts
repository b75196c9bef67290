/** Names a request in its response, in the server's log and in error notices, so that a user can tell which one failed. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/**
 * The value of that header if it is harmless in a log and short enough to be shown, otherwise null. A UUID is the
 * longest id that proxies create.
 */
export const parseRequestId = (header: unknown): string | null =>
  typeof header === 'string' && /^[\w-]{1,36}$/.test(header) ? header : null;
