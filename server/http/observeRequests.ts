import type { MiddlewareHandler } from 'hono';
import { getWorkContext, runInWorkContext } from '../workContext.ts';
import type { ServerDeps } from './deps.ts';
import { isProbe } from './isProbe.ts';
import { whenSent } from './whenSent.ts';

/** All addresses that the API does not have, since strangers can ask for any number of them. */
const UNKNOWN_ROUTE = 'unknown';

/** Logs and counts each call of the API when its answer has been sent. */
export const observeRequests = ({
  log,
  config,
  metrics,
}: Pick<ServerDeps, 'log' | 'config' | 'metrics'>): MiddlewareHandler => {
  if (!config.accessLog && !metrics) return (_, next) => next();
  return async (context, next) => {
    const startedAt = performance.now();
    await next();
    const work = getWorkContext();
    const { path, method } = context.req;
    const { status } = context.res;
    whenSent(context, isComplete => {
      const ms = performance.now() - startedAt;
      metrics?.countRequest({ method, route: work.request?.route ?? UNKNOWN_ROUTE, status, seconds: ms / 1000 });
      if (!config.accessLog) return;
      const write = isProbe(path) && status < 400 ? log.debug : log.info;
      const fields = { status, durationMs: Math.round(ms * 10) / 10, ...(!isComplete && { aborted: true }) };
      runInWorkContext(work, () => write('request', fields));
    });
  };
};
