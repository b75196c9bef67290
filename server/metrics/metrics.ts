import { BUILD, RELEASE } from '#contract/limits.ts';
import type { OpenDatabase } from '../db/database.ts';
import { createDatabaseMetrics, createPoolMetric } from './databaseMetrics.ts';
import { createProcessMetrics } from './processMetrics.ts';
import { createCounter, createGauge, createHistogram, formatMetrics, type Metric } from './registry.ts';

/** In seconds, around what people notice. */
const DURATION_BOUNDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

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
  const requests = createCounter({ name: 'vitrina_requests_total', help: 'Answered calls of the API.' });
  const durations = createHistogram(
    { name: 'vitrina_request_duration_seconds', help: 'Time until the answer was sent.' },
    DURATION_BOUNDS,
  );
  const metrics: readonly Metric[] = [
    createBuildMetric({ build: BUILD, release: RELEASE, database: kind, node: process.versions.node }),
    requests.metric,
    durations.metric,
    createGauge({ name: 'vitrina_sockets', help: 'Open sockets.' }, countSockets),
    ...createDatabaseMetrics(db),
    ...(readPool ? [createPoolMetric(readPool)] : []),
    ...createProcessMetrics(),
  ];
  return {
    countRequest: ({ method, route, status, seconds }) => {
      requests.increment({ method, route, status: String(status) });
      durations.observe({ method, route }, seconds);
    },
    read: () => formatMetrics(metrics),
  };
};

const createBuildMetric = (labels: Readonly<Record<string, string>>): Metric => ({
  name: 'vitrina_build_info',
  help: 'The build, and what it runs on.',
  type: 'gauge',
  read: () => [{ labels, value: 1 }],
});
