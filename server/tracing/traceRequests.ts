import type { MiddlewareHandler } from 'hono';
import type { ServerDeps } from '../http/deps.ts';
import { isProbe } from '../http/isProbe.ts';
import { whenSent } from '../http/whenSent.ts';
import { getWorkContext, runInWorkContext } from '../workContext.ts';

/**
 * Records each call of the API as a span until its answer has been sent. A trace of the proxy is continued only where a
 * proxy is configured: otherwise strangers could decide what is recorded.
 */
export const traceRequests = ({
  tracing,
  config: { proxies },
}: Pick<ServerDeps, 'tracing' | 'config'>): MiddlewareHandler => {
  if (!tracing) return (_, next) => next();
  return async (context, next) => {
    const { request } = getWorkContext();
    if (!request || isProbe(request.path)) return next();
    const { method, id } = request;
    const span = tracing.startTrace(method, {
      kind: 'server',
      traceparent: proxies > 0 ? context.req.header('traceparent') : undefined,
      attributes: { 'http.request.method': method, 'vitrina.request.id': id },
    });
    if (!span) return next();
    await runInWorkContext({ span }, next);
    const { status } = context.res;
    whenSent(context, isComplete => {
      // A path is never recorded, since strangers may write anything into it.
      if (request.route) {
        span.rename(`${method} ${request.route}`);
        span.setAttributes({ 'http.route': request.route });
      }
      span.setAttributes({ 'http.response.status_code': status, ...(!isComplete && { 'vitrina.aborted': true }) });
      if (status >= 500) span.fail(new HttpFailure(status));
      span.end();
    });
  };
};

/** Named after the status, as the conventions of OpenTelemetry demand of a span's error type. */
class HttpFailure extends Error {
  constructor(status: number) {
    super();
    this.name = String(status);
  }
}
