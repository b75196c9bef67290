import type { Hono } from 'hono';
import { Registry } from 'prom-client';
import { isSameSecret } from '../accounts/session/tokens.ts';
import type { Config } from '../config.ts';
import { setApiHeaders } from '../http/headers.ts';
import type { Metrics } from './metrics.ts';

const METRICS_PATH = '/metrics';

/**
 * Serves the metrics to whoever sends the operator's token. Without a token nobody gets them, and the address is a 404,
 * since the page of the application would look like an answer.
 */
export const serveMetrics = (app: Hono, { metricsToken }: Pick<Config, 'metricsToken'>, metrics?: Metrics): void => {
  app.use(METRICS_PATH, ...setApiHeaders({ allowedOrigins: [] }));
  app.get(METRICS_PATH, async context => {
    const headers = { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE, 'Cache-Control': 'no-store' };
    if (!metrics || metricsToken === undefined) return context.body('', 404, headers);
    if (!isSameSecret(context.req.header('Authorization') ?? '', `Bearer ${metricsToken}`))
      return context.body('', 401, { ...headers, 'WWW-Authenticate': 'Bearer' });
    return context.body(await metrics.read(), 200, headers);
  });
};
