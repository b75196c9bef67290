import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { BUILD, RELEASE } from '#contract/limits.ts';
import type { OpenDatabase } from '../db/database.ts';
import { isProbe } from '../http/isProbe.ts';
import { addDatabaseMetrics, addPoolMetric } from './databaseMetrics.ts';

/** In seconds, around what people notice. */
const DURATION_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface AnsweredRequest {
  method: string;
  /** The pattern of the path, never the path itself, which would be a series of its own. */
  route: string;
  status: number;
  seconds: number;
}

export interface Metrics {
  countRequest: (request: AnsweredRequest) => void;
  /** All metrics in the text format of Prometheus. */
  read: () => Promise<string>;
}

interface MetricSources extends Pick<OpenDatabase, 'db' | 'kind' | 'readPool'> {
  countSockets: () => number;
}

/** What the operator can watch from outside, with a histogram of the duration of requests. */
export const createMetrics = ({ db, kind, readPool, countSockets }: MetricSources): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  const build = { build: BUILD, release: RELEASE, database: kind, node: process.versions.node };
  new Gauge({
    name: 'vitrina_build_info',
    help: 'The build, and what it runs on.',
    labelNames: Object.keys(build),
    registers,
  }).set(build, 1);
  const requests = new Counter({
    name: 'vitrina_requests_total',
    help: 'Answered calls of the API.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  // Without labels, since a series that only appears with its first failure has no rise to Prometheus.
  const failures = new Counter({
    name: 'vitrina_failed_requests_total',
    help: 'Calls of the API that failed with a status of 500 or above, without probes.',
    registers,
  });
  const durations = new Histogram({
    name: 'vitrina_request_duration_seconds',
    help: 'Time until the answer was sent.',
    labelNames: ['method', 'route'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const sockets: Gauge = new Gauge({
    name: 'vitrina_sockets',
    help: 'Open sockets.',
    registers,
    collect: () => sockets.set(countSockets()),
  });
  addDatabaseMetrics(registry, db);
  if (readPool) addPoolMetric(registry, readPool);
  collectDefaultMetrics({ register: registry });
  return {
    countRequest: ({ method, route, status, seconds }) => {
      requests.inc({ method, route, status });
      if (status >= 500 && !isProbe(route)) failures.inc();
      durations.observe({ method, route }, seconds);
    },
    read: () => registry.metrics(),
  };
};
