import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../db/database.ts';
import type { PoolState } from '../db/pool.ts';
import { type RunKind, type RunStatus, runKinds, runStatuses } from '../db/runsSchema.ts';
import { importSchedules, runs } from '../db/schema.ts';
import { withTimeout } from '../withTimeout.ts';
import type { Metric } from './registry.ts';

/** In ms; shorter than the usual timeout of a scrape, 10 s. */
const TIMEOUT_MS = 3000;
/** In ms; the metrics of one scrape share a reading. */
const MAX_AGE_MS = 1000;

interface Jobs {
  counts: { kind: RunKind; status: RunStatus; count: number }[];
  dueReadings: number;
}

/**
 * What the database knows, and whether it answers. While it does not, the other metrics are still read, because that is
 * when they are needed.
 */
export const createDatabaseMetrics = (db: Database): readonly Metric[] => {
  let last: { jobs: Promise<Jobs | null>; readAt: number } | null = null;
  const read = (): Promise<Jobs | null> => {
    const now = performance.now();
    if (!last || now - last.readAt > MAX_AGE_MS)
      last = { jobs: withTimeout(readJobs(db), TIMEOUT_MS).catch(() => null), readAt: now };
    return last.jobs;
  };
  return [
    {
      name: 'vitrina_database_up',
      help: 'Whether the database answers.',
      type: 'gauge',
      read: async () => [{ value: (await read()) ? 1 : 0 }],
    },
    {
      name: 'vitrina_jobs',
      help: 'Jobs in the database, by kind and status.',
      type: 'gauge',
      read: async () => listJobSamples((await read())?.counts),
    },
    {
      name: 'vitrina_due_readings',
      help: 'Sources of scheduled imports that are due, those being read included.',
      type: 'gauge',
      read: async () => {
        const jobs = await read();
        return jobs ? [{ value: jobs.dueReadings }] : [];
      },
    },
  ];
};

const readJobs = async (db: Database): Promise<Jobs> => {
  const counts = await queryRows<Jobs['counts'][number]>(
    db,
    sql`select kind, status, count(*)::integer as count from ${runs} group by kind, status`,
  );
  const [due] = await queryRows<{ count: number }>(
    db,
    sql`select count(*)::integer as count from ${importSchedules} where ${importSchedules.next_at} <= now()`,
  );
  return { counts, dueReadings: due?.count ?? 0 };
};

/** Zeros as well, since a rise from nothing to one is no rise to Prometheus. */
const listJobSamples = (counts: Jobs['counts'] | undefined) => {
  if (!counts) return [];
  const countByLabels = new Map(counts.map(({ kind, status, count }) => [`${kind} ${status}`, count]));
  return runKinds.flatMap(kind =>
    runStatuses.map(status => ({ labels: { kind, status }, value: countByLabels.get(`${kind} ${status}`) ?? 0 })),
  );
};

/** Absent for the embedded database, which has a single connection. */
export const createPoolMetric = (readPool: () => PoolState): Metric => ({
  name: 'vitrina_database_connections',
  help: 'Connections to the database: total, idle, and requests that wait for one.',
  type: 'gauge',
  read: () => Object.entries(readPool()).map(([state, value]) => ({ labels: { state }, value: value as number })),
});
