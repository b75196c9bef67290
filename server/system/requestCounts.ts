import type { MiddlewareHandler } from 'hono';
import type { ServerDeps } from '../http/deps.ts';
import { isProbe } from '../http/isProbe.ts';
import { perServer } from '../jobs/perServer.ts';

export interface RequestCount {
  /** When the hour began. */
  at: Date;
  requests: number;
  failed: number;
}

const HOUR_MS = 3_600_000;

/** The calls that this server has answered and not stored yet, by hour. */
export const getRequestCounts = perServer(() => {
  let counts = new Map<number, RequestCount>();
  const add = ({ at, requests, failed }: RequestCount): void => {
    const count = counts.get(+at);
    counts.set(+at, {
      at,
      requests: (count?.requests ?? 0) + requests,
      failed: (count?.failed ?? 0) + failed,
    });
  };
  return {
    add,
    /**
     * Empties the counts. If they cannot be stored, they have to be added again. Sorted, so that two servers that store
     * several hours at once do not wait for each other.
     */
    take: (): RequestCount[] => {
      const taken = [...counts.values()];
      counts = new Map();
      return taken.toSorted((one, other) => +one.at - +other.at);
    },
  };
});

const getHour = (): Date => new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);

/** Counts each answered call of the API, with or without metrics. */
export const countRequests = (deps: ServerDeps): MiddlewareHandler => {
  const counts = getRequestCounts(deps);
  return async (context, next) => {
    await next();
    if (isProbe(context.req.path)) return;
    counts.add({ at: getHour(), requests: 1, failed: context.res.status >= 500 ? 1 : 0 });
  };
};
