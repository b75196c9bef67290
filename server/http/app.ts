import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { API_BASE } from '#contract/limits.ts';
import { callerOf } from '../accounts/session/caller.ts';
import { callerOfCookie, setPictureCookie } from '../accounts/session/pictureCookie.ts';
import { asFailure } from '../db/violations.ts';
import { callerOfKey } from '../publishing/feeds/key.ts';
import { answerJson } from './answer.ts';
import { type Authenticate, bindEndpoints } from './bindEndpoints.ts';
import type { Deps } from './deps.ts';
import { ApiFailure } from './errors.ts';
import { handlersOf } from './handlers.ts';
import { apiHeaders } from './headers.ts';

/** The whole API below `/api`. It opens no port, so it runs under a server, a test's `app.request()` and msw alike. */
export const createApp = (deps: Deps): Hono => {
  const app = new Hono();
  app.onError((error, context) => failureAnswer(deps, error, context));
  app.use(`${API_BASE}/*`, ...apiHeaders(deps.config), compress(), neverCached);
  app.route(API_BASE, api(deps));
  app.all(`${API_BASE}/*`, () => {
    throw new ApiFailure('notFound', { text: 'unknownAddress' });
  });
  return app;
};

const api = (deps: Deps): Hono => {
  const api = new Hono();
  api.onError((error, context) => failureAnswer(deps, error, context));
  return bindEndpoints(api, handlersOf(deps), {
    authenticate: authenticate(deps),
    requireRoom: async bytes => deps.requireRoom?.(bytes),
  });
};

const authenticate =
  (deps: Deps): Authenticate =>
  async (context, { auth }) => {
    const caller = await callerOf(deps, context.req.header('Authorization'));
    if (caller) setPictureCookie(context, deps, caller);
    if (caller) return caller;
    if (auth === 'apiKey') return callerOfKey(context, deps);
    return auth === 'cookie' ? callerOfCookie(context, deps) : null;
  };

/** Sets `no-store` unless the handler has chosen its own caching, so that no cache keeps business data by default. */
const neverCached = async (context: Context, next: () => Promise<void>): Promise<void> => {
  await next();
  const { headers } = context.res;
  // `context.header()` would copy a finished response and turn its body into a stream.
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
};

const reasonIn = ({ cause, message }: ApiFailure): string => {
  const within = cause instanceof Error ? (cause.cause ?? cause) : null;
  return within instanceof Error ? within.message : message;
};

/**
 * Maps any error to a failure of contract 1. Details of unexpected ones go to the log only, since they may contain
 * data.
 */
const failureAnswer = ({ log }: Deps, error: unknown, context: Context): Promise<Response> => {
  const known = asFailure(error);
  const failure = known instanceof ApiFailure ? known : new ApiFailure('fault');
  if (failure.status === 500) log.fault(`${context.req.method} ${context.req.path}`, error);
  // Without a stack: while the database is away this happens at every call.
  if (failure.status === 504) log.fault(`${context.req.method} ${context.req.path}`, reasonIn(failure));
  const { retryAfter } = failure.details;
  if (retryAfter !== undefined) context.header('Retry-After', String(retryAfter));
  return answerJson(context, failure.body, failure.status);
};
