import type { ServerResponse } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import { API_BASE } from '#contract/limits.ts';
import { getWorkContext, runInWorkContext } from '../workContext.ts';
import type { ServerDeps } from './deps.ts';

/** Probes ask every few seconds, so a sound answer to them is not worth a line. */
const PROBE_PATH = `${API_BASE}/health`;

/** The access log: one line for each call of the API, when its answer has been sent. */
export const observeRequests = ({ log, config }: Pick<ServerDeps, 'log' | 'config'>): MiddlewareHandler => {
  if (!config.accessLog) return (_, next) => next();
  return async (context, next) => {
    const startedAt = performance.now();
    await next();
    const work = getWorkContext();
    const { path } = context.req;
    const { status } = context.res;
    whenSent(context, isComplete => {
      const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
      const write = path.startsWith(PROBE_PATH) && status < 400 ? log.debug : log.info;
      runInWorkContext(work, () => write('request', { status, durationMs, ...(!isComplete && { aborted: true }) }));
    });
  };
};

/**
 * Calls back when the answer has been sent or its connection has been closed before. A download takes much longer than
 * its handler. Without a connection, as in tests, the answer counts as sent.
 */
const whenSent = ({ env }: Context, onSent: (isComplete: boolean) => void): void => {
  const { outgoing } = (env ?? {}) as { outgoing?: ServerResponse };
  if (!outgoing) onSent(true);
  else if (outgoing.closed) onSent(outgoing.writableFinished);
  else outgoing.once('close', () => onSent(outgoing.writableFinished));
};
