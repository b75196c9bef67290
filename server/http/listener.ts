import type { IncomingMessage, Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { PROXY_IDLE_MS, requestTimeouts } from '#contract/limits.ts';

export type RequestTimeouts = { [N in keyof typeof requestTimeouts]: number };

export interface ListenerOptions {
  limits?: RequestTimeouts;
  /** Whether only proxies connect, which use one connection for many users. */
  isBehindProxy?: boolean;
  /** Whether the adapter may replace the global `Request` and `Response` with its own, which are faster. */
  overrideGlobalObjects?: boolean;
}

/**
 * The HTTP server of an application. Requests have to arrive within time limits. Otherwise clients that send only a
 * byte now and then, or nothing at all, could occupy connections.
 */
export const createListener = (
  app: Hono,
  { limits = requestTimeouts, isBehindProxy = false, overrideGlobalObjects = true }: ListenerOptions = {},
) => {
  const http = createAdaptorServer({
    fetch: app.fetch,
    overrideGlobalObjects,
    serverOptions: {
      headersTimeout: limits.headers,
      requestTimeout: limits.upload,
      connectionsCheckingInterval: limits.check,
      ...(isBehindProxy && { keepAliveTimeout: PROXY_IDLE_MS }),
    },
  }) as Server;
  // Node has one limit for all requests, but uploads need a longer limit than other requests.
  http.on('request', request => {
    if (hasBody(request) && !isUpload(request)) closeAfter(request, limits.body);
  });
  return http;
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const isUpload = ({ headers }: IncomingMessage): boolean =>
  /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');

/** The same response that Node sends when a request takes too long. */
const TIMEOUT_RESPONSE = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

const closeAfter = (request: IncomingMessage, ms: number): void => {
  const timer = setTimeout(() => {
    request.socket.write(TIMEOUT_RESPONSE);
    request.socket.destroySoon();
  }, ms);
  const cancelTimeout = (): void => clearTimeout(timer);
  request.once('end', cancelTimeout);
  request.once('close', cancelTimeout);
};
