import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { API_BASE } from '#contract/limits.ts';
import type { Config } from '../config.ts';
import { NONCE_PLACE, pageHeaders, REPORT_PLACE } from './headers.ts';

const PAGE = 'index.html';

/**
 * Serves the built web application: files as the build compressed them, hashed ones for ever; its page with a nonce of
 * its own, never stale, at every address that is no file's, because routes are the client's.
 */
export const serveWeb = (app: Hono, folder: string, config: Config): void => {
  if (!existsSync(folder)) return;
  const page = pageHandler(folder, config);
  const files = serveStatic({ root: folder, precompressed: true, onFound: withCaching });
  app.use(exceptApi(pageHeaders(config, calledOriginsOf(folder))));
  // A chunk of an older build: a page in its place would fail as a script, and not say why.
  app.get('/assets/*', files, neverKept, context => context.notFound());
  // As a file the page has no nonce.
  app.get('/:page{.+\\.html}', exceptApi(page));
  // The root is a folder to the file server.
  app.get('/', exceptApi(page));
  app.get('*', files, exceptApi(page));
};

const exceptApi =
  (handler: MiddlewareHandler): MiddlewareHandler =>
  (context, next) =>
    context.req.path.startsWith(`${API_BASE}/`) ? next() : handler(context, next);

const pageHandler = (folder: string, { sentryDsn = '' }: Config): MiddlewareHandler => {
  const page = pageOf(join(folder, PAGE), sentryDsn);
  return (context, next) => {
    const parts = page();
    return parts ? sendPage(context, parts) : next();
  };
};

/** The page, told where errors are reported to, in the parts between which its nonces go: read again when a build has written it, and kept while one is at it. */
const pageOf = (path: string, reportTo = ''): (() => readonly string[] | null) => {
  let known: { at: number; parts: string[] } | null = null;
  return () => {
    const at = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (at !== undefined && at !== known?.at) {
      const html = readFileSync(path, 'utf8').replace(REPORT_PLACE, () => reportTo.replaceAll('&', '&amp;'));
      known = { at, parts: html.split(NONCE_PLACE) };
    }
    return known?.parts ?? null;
  };
};

/** Where the build calls besides this server: an API elsewhere. */
const calledOriginsOf = (folder: string): string[] =>
  / name="connect-origins" content="([^"]*)"/.exec(pageOf(join(folder, PAGE))()?.join('') ?? '')?.[1]?.split(' ') ?? [];

const sendPage = async (context: Context, parts: readonly string[]): Promise<Response> => {
  const html = parts.join(context.get('secureHeadersNonce') as string);
  context.header('Cache-Control', 'no-cache');
  context.header('Content-Type', 'text/html; charset=utf-8');
  context.header('Vary', 'Accept-Encoding');
  const accepted = context.req.header('Accept-Encoding') ?? '';
  const encoding = (['br', 'gzip'] as const).find(name => accepted.includes(name));
  if (!encoding) return context.body(html);
  context.header('Content-Encoding', encoding);
  return context.body(await compress[encoding](html));
};

/** A page holds few kilobytes: the quick levels take a tenth of a millisecond and a few bytes more. */
const compress = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text: string) => promisify(gzip)(text),
};

const neverKept: MiddlewareHandler = (context, next) => {
  context.header('Cache-Control', 'no-store');
  return next();
};

const withCaching = (path: string, context: Context): void => {
  const isHashed = path.replaceAll('\\', '/').includes('/assets/');
  context.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
};
