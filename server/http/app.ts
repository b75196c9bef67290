import type { IncomingMessage } from 'node:http';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { isCommonPassword } from '#contract/commonPasswords.ts';
import { endpoints, listAllEndpoints } from '#contract/endpoints.ts';
import { API_BASE } from '#contract/limits.ts';
import { rejectCommonPasswords } from '#contract/newPassword.ts';
import { isAllowed } from '#contract/permissions.ts';
import { findCaller } from '../accounts/session/caller.ts';
import { getClientNetwork } from '../accounts/session/clientNetwork.ts';
import { findCookieCaller, setPictureCookie } from '../accounts/session/pictureCookie.ts';
import { toApiFailure } from '../db/violations.ts';
import { findKeyCaller } from '../publishing/feeds/key.ts';
import { setStickyCookie } from '../realtime/stickiness.ts';
import { findRefusedCodes, hasOwnCodes, readOwnPrefixes } from '../records/ownCodes.ts';
import { getBinding } from '../records/tableBinding.ts';
import { createOutageAdmission } from '../system/outageAdmission.ts';
import { countRequests } from '../system/requestCounts.ts';
import { traceRequests } from '../tracing/traceRequests.ts';
import { translate } from '../translate.ts';
import { noteRequest } from '../workContext.ts';
import { type Authenticate, bindEndpoints } from './bindEndpoints.ts';
import { createRateLimiter } from './createRateLimiter.ts';
import type { ServerDeps } from './deps.ts';
import { ApiFailure } from './errors.ts';
import { createHandlers } from './handlers.ts';
import { setApiHeaders } from './headers.ts';
import { identifyRequest } from './identifyRequest.ts';
import { isProbe } from './isProbe.ts';
import { observeRequests } from './observeRequests.ts';
import { sendJson } from './sendJson.ts';

/**
 * The whole API below `/api`. The app does not open a port, so that a server, a test's `app.request()` and msw can all
 * run it.
 */
export const createApp = (deps: ServerDeps): Hono => {
  rejectCommonPasswords(isCommonPassword);
  const app = new Hono();
  app.onError((error, context) => createFailureResponse(deps, error, context));
  app.use(
    `${API_BASE}/*`,
    identifyRequest,
    traceRequests(deps),
    observeRequests(deps),
    countRequests(deps),
    ...setApiHeaders(deps.config),
    compress(),
    preventCaching,
    warnAboutProxy(deps),
    refuseCallsOfWorkers(deps),
  );
  app.route(API_BASE, createApiRoutes(deps));
  app.all(`${API_BASE}/*`, context => {
    const allowedMethods = listAllowedMethods(context.req.path.slice(API_BASE.length));
    if (allowedMethods.length === 0) throw new ApiFailure('notFound', { text: 'unknownAddress' });
    throw new ApiFailure('notAllowed', { allow: allowedMethods, values: { methods: allowedMethods.join(', ') } });
  });
  return app;
};

const createApiRoutes = (deps: ServerDeps): Hono => {
  const api = new Hono();
  api.onError((error, context) => createFailureResponse(deps, error, context));
  return bindEndpoints(api, createHandlers(deps), {
    authenticate: createAuthenticate(deps),
    requireRoom: async bytes => deps.requireRoom?.(bytes),
    error: deps.log.error,
    findStoredErrors: async (resource, body) => {
      const binding = getBinding(resource);
      return hasOwnCodes(binding, body) ? findRefusedCodes(binding, body, await readOwnPrefixes(deps.db)) : {};
    },
  });
};

const createAuthenticate = (deps: ServerDeps): Authenticate => {
  const countCall = createRateLimiter(deps);
  const findKnownCaller = createOutageAdmission(deps, ({ grantedSlugs }) =>
    isAllowed(endpoints.system.read.access, grantedSlugs),
  );
  return async (context, { auth, survivesOutage }) => {
    const authorization = context.req.header('Authorization');
    const caller = await (survivesOutage ? findKnownCaller(authorization) : findCaller(deps, authorization));
    if (caller) {
      noteRequest({ userId: caller.id, actorId: caller.actor?.id });
      countCall(context, caller);
      setPictureCookie(context, deps, caller);
      setStickyCookie(context, deps);
      return { ...caller, network: getClientNetwork(context, deps.config) };
    }
    if (auth === 'apiKey') return findKeyCaller(context, deps);
    return auth === 'cookie' ? findCookieCaller(context, deps) : null;
  };
};

/**
 * Warns once when requests come through a proxy that is not configured. All users would then seem to share one network,
 * and thus its limits.
 */
const warnAboutProxy = ({ config, log }: ServerDeps) => {
  let isProxyNoted = config.proxies > 0;
  return async (context: Context, next: () => Promise<void>): Promise<void> => {
    if (!isProxyNoted && context.req.header('X-Forwarded-For')) {
      isProxyNoted = true;
      log.warn(translate('start.proxyIgnored'));
    }
    await next();
  };
};

/** A process that only carries out runs answers probes, and nothing of what people do. */
const refuseCallsOfWorkers =
  ({ config }: ServerDeps): MiddlewareHandler =>
  (context, next) => {
    if (!config.roles.includes('web') && !isProbe(context.req.path))
      throw new ApiFailure('notFound', { text: 'onlyWorker' });
    return next();
  };

/** Sets `no-store` unless the handler has chosen otherwise, so that business data is not cached by default. */
const preventCaching = async (context: Context, next: () => Promise<void>): Promise<void> => {
  await next();
  const { headers } = context.res;
  // Sets the header directly, because `context.header()` would copy a finished response and turn its body into a
  // stream.
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
};

/** The innermost message, because the outer ones contain the statement with its values or no reason at all. */
const getUnderlyingReason = ({ cause, message }: Error): string =>
  (cause instanceof Error && getUnderlyingReason(cause)) || message;

/**
 * Maps any error to a failure of contract 1. The details of unexpected errors only go to the log, since they may
 * contain data.
 */
const createFailureResponse = ({ log }: ServerDeps, error: unknown, context: Context): Promise<Response> => {
  const knownFailure = toApiFailure(error);
  const failure = knownFailure instanceof ApiFailure ? knownFailure : new ApiFailure('fault');
  if (failure.status === 500 && !isClientGone(context, error)) log.error('request failed', error);
  // The stack is not logged, because every call fails like this while the database is unreachable or the disk is full.
  if (failure.status === 504 || failure.status === 507) log.error('request failed', getUnderlyingReason(failure));
  for (const [name, value] of Object.entries(failure.headers)) context.header(name, value);
  return sendJson(context, failure.body, failure.status);
};

/** A client that disconnects before its request is complete is not an error of the server. */
const isClientGone = ({ env }: Context, error: unknown): boolean => {
  const { incoming } = (env ?? {}) as { incoming?: IncomingMessage };
  if (!incoming?.destroyed || incoming.complete || !(error instanceof Error)) return false;
  return (
    error === incoming.errored || error.name === 'AbortError' || (error as NodeJS.ErrnoException).code === 'ECONNRESET'
  );
};

const listAllowedMethods = (path: string): string[] => {
  const endpointsAtPath = listAllEndpoints().flatMap(({ endpoint }) =>
    matchesPathPattern(endpoint.path, path) ? [endpoint] : [],
  );
  const exactMatches = endpointsAtPath.filter(endpoint => endpoint.path === path);
  const methods = new Set<string>(
    (exactMatches.length > 0 ? exactMatches : endpointsAtPath).map(({ method }) => method),
  );
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
};

const matchesPathPattern = (pattern: string, path: string): boolean => {
  const [patternSegments, segments] = [pattern.split('/'), path.split('/')];
  return (
    patternSegments.length === segments.length &&
    patternSegments.every((segment, index) => (segment.startsWith(':') ? segments[index] : segment === segments[index]))
  );
};
