import type { Context, Hono, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { BATCH_HEADER } from '#contract/batches.ts';
import { type Endpoint, isOpenToRole, type PathParams } from '#contract/endpoint.ts';
import { type Endpoints, endpoints } from '#contract/endpoints.ts';
import { SUCCESS } from '#contract/envelope.ts';
import { findFaultyItems } from '#contract/findFaultyItems.ts';
import { API_BASE } from '#contract/limits.ts';
import { isAllowed } from '#contract/permissions.ts';
import { type RecordEndpoints, recordEndpoints } from '#contract/recordEndpoints.ts';
import { type DeclaredResource, declaredResources } from '#contract/records.ts';
import type { Caller, Written } from '../accounts/session/caller.ts';
import { noteRequest } from '../workContext.ts';
import type { ServerDeps } from './deps.ts';
import { ApiFailure } from './errors.ts';
import { parseBody, parseId, parseName, parseQuery } from './parse.ts';
import { sendJson } from './sendJson.ts';

export type Params<Path extends string> = {
  [Name in keyof PathParams<Path>]: Name extends 'id' | `${string}_id` ? number : string;
};

/** A request that passed its endpoint's access rule and schemas, so that handlers need not check it again. */
export interface EndpointCall<E extends Endpoint = Endpoint> {
  params: Params<E['path']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
  /** @throws on a public endpoint, which does not authenticate */
  readonly caller: Caller;
  /** The raw request. The body of an upload (`file`) is still unread, so that the handler can stream it. */
  context: Context;
}

type HandlerResult<E extends Endpoint> = unknown extends z.input<E['result']> ? Response : z.input<E['result']>;
export type Handler<E extends Endpoint> = (call: EndpointCall<E>) => Promise<HandlerResult<E>>;
/** Handlers of the hand-written endpoints, grouped as in the contract, so that a missing one does not compile. */
export type Handlers = { [G in keyof Endpoints]: { [N in keyof Endpoints[G]]: Handler<Endpoints[G][N] & Endpoint> } };
export type RecordHandlers<R extends DeclaredResource> = {
  [N in keyof RecordEndpoints<R>]: Handler<RecordEndpoints<R>[N] & Endpoint>;
};
export type Overrides = { readonly [R in DeclaredResource]?: Partial<RecordHandlers<R>> | undefined };

export type Authenticate = (context: Context, endpoint: Endpoint) => Promise<Caller | null>;

interface EndpointChecks {
  authenticate: Authenticate;
  requireRoom?: ServerDeps['requireRoom'];
  /**
   * Reports list items that do not match the contract. The items are returned nevertheless, so the operator has to be
   * informed.
   */
  error: (text: string, error: unknown) => void;
  /**
   * Errors in a record that schemas cannot find, because they depend on stored settings. They are added to the errors
   * that a schema has found, so that one response contains all errors.
   */
  findStoredErrors?: (resource: DeclaredResource, body: FieldValues) => Promise<FieldErrors>;
}

type FieldValues = Readonly<Record<string, unknown>>;
type FieldErrors = Record<string, string[]>;

const MAX_BODY_BYTES = 2 ** 20;

interface AllHandlers {
  ownHandlers: Handlers;
  records: { readonly [R in DeclaredResource]: object };
  overrides: Overrides;
}

/**
 * Binds every endpoint in the contract. Hand-written endpoints are bound first, because a record's path, such as
 * `/products/:id`, matches some of their paths.
 */
export const bindEndpoints = (
  app: Hono,
  { ownHandlers, records, overrides }: AllHandlers,
  checks: EndpointChecks,
): Hono => {
  for (const [group, calls] of Object.entries(endpoints))
    bindGroup(app, calls, ownHandlers[group as keyof Handlers], checks);
  for (const name of declaredResources)
    bindGroup(app, recordEndpoints[name], { ...records[name], ...overrides[name] }, { ...checks, resource: name });
  return app;
};

/** @see EndpointChecks.findStoredErrors for `resource` */
type BindingChecks = EndpointChecks & { resource?: DeclaredResource };

const readContinuedId = (context: Context): number | undefined => {
  const header = context.req.header(BATCH_HEADER);
  return header && /^[1-9]\d{0,8}$/.test(header) ? Number(header) : undefined;
};

const bindGroup = (app: Hono, calls: object, handlers: object, checks: BindingChecks): void => {
  const handlersByName = handlers as Record<string, Handler<Endpoint>>;
  for (const [name, endpoint] of Object.entries<Endpoint>(calls as Record<string, Endpoint>)) {
    const handler = handlersByName[name];
    if (!handler) throw new Error(`${endpoint.method} ${endpoint.path} has no handler`);
    bindEndpoint(app, endpoint, handler, checks);
  }
};

/**
 * Binds one endpoint. Access is checked before the request is parsed, so that validation errors reveal nothing to
 * callers without the permission.
 */
export const bindEndpoint = (
  app: Hono,
  endpoint: Endpoint,
  handler: Handler<Endpoint>,
  { authenticate, requireRoom, error, findStoredErrors, resource }: BindingChecks,
): void => {
  const limit = bodyLimit({
    maxSize: endpoint.bodyBytes ?? MAX_BODY_BYTES,
    onError: () => {
      throw new ApiFailure('tooLarge');
    },
  });
  const findMoreErrors = async (body: unknown): Promise<FieldErrors> =>
    findStoredErrors && resource && isPlainObject(body) ? findStoredErrors(resource, body) : {};
  const respondTo = async (context: Context): Promise<Response> => {
    const written: Written = { continuedId: readContinuedId(context) };
    const user = endpoint.access === 'public' ? null : await authenticate(context, endpoint);
    const caller = user && { ...user, written };
    enforceAccess(endpoint, caller);
    if (isWriteEndpoint(endpoint)) await requireRoom?.(Number(context.req.header('Content-Length') ?? 0));
    const call = {
      params: parseParams(context),
      query: parseQuery(endpoint.query, readQuery(context)),
      body: endpoint.file ? undefined : await parseRequestBody(endpoint, context, findMoreErrors),
      context,
      get caller() {
        if (!caller) throw new Error(`${endpoint.method} ${endpoint.path} is public and knows no caller`);
        return caller;
      },
    };
    const result: unknown = await handler(call);
    if (result instanceof Response) return result;
    if (written.batchId !== undefined) context.header(BATCH_HEADER, String(written.batchId));
    const { answeredAs } = endpoint;
    return sendJson(context, {
      ...SUCCESS,
      ...(answeredAs && { [answeredAs]: result }),
      result: checkResult(endpoint, result, error),
    });
  };
  const respond = (context: Context): Promise<Response> =>
    respondTo(context).catch((error: unknown) => {
      if (error instanceof ApiFailure && endpoint.failsWithMessages) error.isListed = true;
      throw error;
    });
  const admit: MiddlewareHandler = (context, next) => {
    noteRequest({ route: `${API_BASE}${endpoint.path}` });
    // Schemas are built at an endpoint's first call: building all of them would take a tenth of the startup time.
    return !endpoint.file && hasBody(endpoint) ? limit(context, next) : next();
  };
  app.on(endpoint.method, endpoint.path, admit, respond);
};

const hasBody = ({ body }: Endpoint): boolean => !(body instanceof z.ZodUndefined);

/**
 * Whether a full disk blocks the endpoint. Users can still sign in and out and download files, since that writes
 * little.
 */
const isWriteEndpoint = ({ method, path, raw, allowedWhenDiskFull }: Endpoint): boolean =>
  method !== 'GET' && !raw && !allowedWhenDiskFull && !path.startsWith('/auth/');

const enforceAccess = (endpoint: Endpoint, caller: Caller | null): void => {
  const isPermitted = isAllowed(endpoint.access, caller?.grantedSlugs ?? null);
  if (isPermitted && (!caller || isOpenToRole(caller.role, endpoint))) return;
  throw new ApiFailure(caller ? 'forbidden' : 'unauthorized');
};

const parseParams = (context: Context): Record<string, number | string> =>
  Object.fromEntries(
    Object.entries(context.req.param()).map(([name, value]: [string, string]) => [
      name,
      /(^|_)id$/.test(name) ? parseId(value) : parseName(value),
    ]),
  );

const readQuery = (context: Context): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(context.req.queries()).map(([name, values]) => [
      name,
      values.length > 1 ? values : (values[0] ?? ''),
    ]),
  );

const parseRequestBody = async (
  endpoint: Endpoint,
  context: Context,
  findMoreErrors: (body: unknown) => Promise<FieldErrors>,
): Promise<unknown> => {
  if (!hasBody(endpoint)) return undefined;
  const text = await context.req.text();
  if (text && !isJson(context)) throw new ApiFailure('unsupported');
  const body = parseJson(text);
  try {
    return parseBody(endpoint.body, body);
  } catch (error) {
    if (!(error instanceof ApiFailure) || !error.details.errors) throw error;
    throw new ApiFailure('invalid', { errors: { ...(await findMoreErrors(body)), ...error.details.errors } });
  }
};

/** @throws {ApiFailure} 400 */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiFailure('invalid', { text: 'badJson' });
  }
};

const isPlainObject = (body: unknown): body is FieldValues =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

/** Only a JSON content type is accepted: a page of another origin can send any other type without a CORS preflight. */
const isJson = ({ req }: Context): boolean =>
  /^application\/json\s*(;|$)/i.test(req.header('Content-Type') ?? '') &&
  (req.header('Content-Encoding') ?? 'identity') === 'identity';

/**
 * Records per page that are checked against the contract, since checking a large page is slow. The client checks all of
 * them.
 */
const MAX_CHECKED_RECORDS = 100;

/**
 * Returns the result if it matches the contract. A mismatch is a bug in the server and becomes a 500. In single items
 * of a list it is only logged, so that the other items are still delivered.
 */
const checkResult = (
  { method, path, result }: Endpoint,
  value: unknown,
  reportError: EndpointChecks['error'],
): unknown => {
  const parseResult = result.safeParse(
    isPage(value) ? { ...value, items: value.items.slice(0, MAX_CHECKED_RECORDS) } : value,
  );
  if (parseResult.success) return value;
  const error = new Error(`${method} ${path} answers against the contract: ${z.prettifyError(parseResult.error)}`);
  if (!findFaultyItems(parseResult.error.issues)) throw error;
  reportError('an answer against the contract', error);
  return value;
};

const isPage = (value: unknown): value is { items: unknown[] } =>
  typeof value === 'object' && value !== null && 'per_page' in value && 'items' in value && Array.isArray(value.items);
