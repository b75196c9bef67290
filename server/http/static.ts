import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { isContentPath } from '#contract/addresses.ts';
import { API_BASE } from '#contract/limits.ts';
import type { Config } from '../config.ts';
import {
  NONCE_PLACEHOLDER,
  REPORT_URL_PLACEHOLDER,
  SIGNED_IN_END,
  SIGNED_IN_START,
  setPageHeaders,
} from './headers.ts';

const INDEX_FILE = 'index.html';

/**
 * Serves the built web application from precompressed files. Files with a hash in their name are cached forever. Every
 * address without a file gets the page, because the client does the routing. The page has a new nonce each time, and is
 * never served from a cache.
 */
export const serveWeb = (app: Hono, folder: string, config: Config): void => {
  if (!existsSync(folder)) return;
  const page = createPageHandler(folder, config);
  const files = serveStatic({ root: folder, precompressed: true, onFound: setCacheHeaders });
  app.use(skipApi(setPageHeaders(config, readConnectOrigins(folder))));
  // A missing chunk of an older build is a 404. If the page were returned instead, it would fail as a script, with a
  // misleading error.
  app.get('/assets/*', files, forbidStoring, context => context.notFound());
  // A balancer that asks for health without the base of the API would take the page for an answer of a sound server.
  app.get('/health/*', forbidStoring, context => context.notFound());
  // The file server would send the page without its nonce.
  app.get('/:page{.+\\.html}', skipApi(page));
  // The file server treats the root as a folder, so the page needs a route of its own.
  app.get('/', skipApi(page));
  app.get('*', files, skipApi(page));
};

const skipApi =
  (handler: MiddlewareHandler): MiddlewareHandler =>
  (context, next) =>
    context.req.path.startsWith(`${API_BASE}/`) ? next() : handler(context, next);

const createPageHandler = (folder: string, { sentryDsn = '' }: Config): MiddlewareHandler => {
  const page = createPageReader(join(folder, INDEX_FILE), sentryDsn);
  return (context, next) => {
    const parts = page();
    if (!parts) return next();
    return sendPage(context, isContentPath(context.req.path) ? parts.application : parts.publicPage);
  };
};

/**
 * The page in two variants, for addresses behind sign-in and for public addresses. Each variant is split at the places
 * where nonces are inserted.
 */
interface PageParts {
  application: readonly string[];
  publicPage: readonly string[];
}

/**
 * The page with the address for error reports. Read again when a build has replaced the file; during a build, which
 * removes it, the last version is kept.
 */
const createPageReader = (path: string, reportTo = ''): (() => PageParts | null) => {
  let cachedPage: { modifiedAt: number; parts: PageParts } | null = null;
  return () => {
    const modifiedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (modifiedAt !== undefined && modifiedAt !== cachedPage?.modifiedAt) {
      const html = readFileSync(path, 'utf8').replace(REPORT_URL_PLACEHOLDER, () => reportTo.replaceAll('&', '&amp;'));
      const application = html.replace(SIGNED_IN_START, '').replace(SIGNED_IN_END, '');
      const parts = {
        application: application.split(NONCE_PLACEHOLDER),
        publicPage: html.replace(signedInComment, '').split(NONCE_PLACEHOLDER),
      };
      cachedPage = { modifiedAt, parts };
    }
    return cachedPage?.parts ?? null;
  };
};

const signedInComment = new RegExp(`${SIGNED_IN_START}.*?${SIGNED_IN_END}`, 's');

/** The origins of an API on another host, which the page's policy has to allow; the build writes them into the page. */
const readConnectOrigins = (folder: string): string[] =>
  / name="connect-origins" content="([^"]*)"/
    .exec(createPageReader(join(folder, INDEX_FILE))()?.publicPage.join('') ?? '')?.[1]
    ?.split(' ') ?? [];

const sendPage = async (context: Context, parts: readonly string[]): Promise<Response> => {
  const html = parts.join(context.get('secureHeadersNonce') as string);
  context.header('Cache-Control', 'no-cache');
  context.header('Content-Type', 'text/html; charset=utf-8');
  context.header('Vary', 'Accept-Encoding');
  const acceptedEncodings = context.req.header('Accept-Encoding') ?? '';
  const encoding = (['br', 'gzip'] as const).find(name => acceptedEncodings.includes(name));
  if (!encoding) return context.body(html);
  context.header('Content-Encoding', encoding);
  return context.body(await compressors[encoding](html));
};

/**
 * A page has only a few kilobytes. Fast compression levels take a tenth of a millisecond, and the result is only a few
 * bytes larger.
 */
const compressors = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text: string) => promisify(gzip)(text),
};

const forbidStoring: MiddlewareHandler = (context, next) => {
  context.header('Cache-Control', 'no-store');
  return next();
};

const setCacheHeaders = (path: string, context: Context): void => {
  // The file server sets `Vary` only for compressed files; without it, a cache would serve the uncompressed file to
  // everybody.
  context.header('Vary', 'Accept-Encoding');
  const isHashed = path.replaceAll('\\', '/').includes('/assets/');
  context.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
};
