import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { API_BASE } from '#contract/limits.ts';
import { answerJson } from './answer.ts';
import { collectionHandlers, sharedTotals } from './collections/handlers.ts';
import { linkHandlers } from './collections/linked.ts';
import { orderHandler } from './collections/order.ts';
import { plainListHandlers } from './collections/plainList.ts';
import { storageOf } from './collections/storage.ts';
import { asFailure } from './db/violations.ts';
import type { Deps } from './deps.ts';
import { ApiFailure } from './errors.ts';
import { callerOfKey } from './feeds/key.ts';
import { apiHeaders } from './headers.ts';
import { type Authenticate, type Handlers, implement } from './implement.ts';
import { authHandlers } from './routes/auth.ts';
import { categoryHandlers, mappingHandlers } from './routes/categories.ts';
import { draftHandlers } from './routes/drafts.ts';
import { feedHandlers } from './routes/feeds.ts';
import { avatarHandlers, imageHandlers, pictureHandlers } from './routes/images.ts';
import { importHandlers } from './routes/imports.ts';
import { matrixHandlers } from './routes/matrices.ts';
import { navigationHandlers } from './routes/navigation.ts';
import { notificationHandlers } from './routes/notifications.ts';
import { priceHandlers } from './routes/prices.ts';
import { ofKnownReferences, referenceListHandlers } from './routes/referenceLists.ts';
import { referenceHandlers } from './routes/references.ts';
import { searchHandlers } from './routes/search.ts';
import { cafeHandlers, sendingHandlers } from './routes/sending.ts';
import { synchronizationHandlers } from './routes/synchronization.ts';
import { systemHandlers } from './routes/system.ts';
import { permissionHandlers, roleHandlers, userHandlers } from './routes/users.ts';
import { callerOf } from './session/caller.ts';
import { callerOfCookie, handOutCookie } from './session/pictureCookie.ts';

/** The whole API below `/api`, without a port: it serves a socket, a test's `app.request()` and msw alike. */
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
  return implement(api, handlersOf(deps), {
    authenticate: authenticate(deps),
    requireRoom: async bytes => deps.requireRoom?.(bytes),
  });
};

const authenticate =
  (deps: Deps): Authenticate =>
  async (context, { isByCookie, isByKey }) => {
    const caller = await callerOf(deps, context.req.header('Authorization'));
    if (caller) handOutCookie(context, deps, caller);
    if (caller) return caller;
    if (isByKey) return callerOfKey(context, deps);
    return isByCookie ? callerOfCookie(context, deps) : null;
  };

const handlersOf = (deps: Deps): Handlers => {
  const totals = sharedTotals(deps);
  return {
    auth: authHandlers(deps),
    products: {
      ...collectionHandlers(deps, totals, 'nomenclature'),
      ...priceHandlers(deps, totals),
      ...mappingHandlers(deps, 'nomenclature'),
    },
    models: { ...collectionHandlers(deps, totals, 'catalog'), ...mappingHandlers(deps, 'catalog') },
    categories: categoryHandlers(deps),
    matrices: matrixHandlers(deps, totals),
    users: userHandlers(deps, totals),
    roles: roleHandlers(deps, totals),
    permissions: permissionHandlers,
    projects: collectionHandlers(deps, totals, 'settings/project'),
    languages: {
      ...plainListHandlers(collectionHandlers(deps, totals, 'settings/language'), { archived: false }),
      order: orderHandler(deps, storageOf('settings/language')),
    },
    attributes: {
      ...collectionHandlers(deps, totals, 'settings/attribute'),
      order: orderHandler(deps, storageOf('settings/attribute')),
    },
    cafes: { ...collectionHandlers(deps, totals, 'settings/cafe'), ...cafeHandlers(deps) },
    referenceLists: referenceListHandlers(deps, totals),
    references: ofKnownReferences(deps.db, referenceHandlers(deps, totals)),
    productModels: linkHandlers(deps, totals, 'nomenclature', 'model_ids'),
    modelProducts: linkHandlers(deps, totals, 'catalog', 'product_ids'),
    productImages: imageHandlers(deps, 'nomenclature'),
    modelImages: imageHandlers(deps, 'catalog'),
    pictures: pictureHandlers(deps),
    avatars: avatarHandlers(deps),
    search: searchHandlers(deps),
    navigation: navigationHandlers,
    imports: importHandlers(deps),
    sending: sendingHandlers(deps),
    drafts: draftHandlers(deps),
    synchronization: synchronizationHandlers(deps),
    feeds: feedHandlers(deps),
    notifications: notificationHandlers(deps),
    system: systemHandlers(deps),
  };
};

/** But for what says itself how it may be kept. */
const neverCached = async (context: Context, next: () => Promise<void>): Promise<void> => {
  await next();
  const { headers } = context.res;
  // Not by `context.header()`, which copies a finished answer, and streams what is there as a whole.
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
};

/** Any error as contract 1 has it. What nobody foresaw is logged and told to nobody. */
const failureAnswer = ({ log }: Deps, error: unknown, context: Context): Promise<Response> => {
  const known = asFailure(error);
  const failure = known instanceof ApiFailure ? known : new ApiFailure('fault');
  if (failure.status === 500) log.fault(`${context.req.method} ${context.req.path}`, error);
  const { retryAfter } = failure.details;
  if (retryAfter !== undefined) context.header('Retry-After', String(retryAfter));
  return answerJson(context, failure.body, failure.status);
};
