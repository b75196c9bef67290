import { sql } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import { type Database, queryRows } from '../db/database.ts';
import type { PoolState } from '../db/pool.ts';
import { type RunKind, type RunStatus, runKinds, runStatuses } from '../db/runsSchema.ts';
import { importSchedules, runs } from '../db/schema.ts';
import { withTimeout } from '../withTimeout.ts';

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
export const addDatabaseMetrics = (registry: Registry, db: Database): void => {
  let last: { jobs: Promise<Jobs | null>; readAt: number } | null = null;
  const read = (): Promise<Jobs | null> => {
    const now = performance.now();
    if (!last || now - last.readAt > MAX_AGE_MS)
      last = { jobs: withTimeout(readJobs(db), TIMEOUT_MS).catch(() => null), readAt: now };
    return last.jobs;
  };
  const registers = [registry];
  const up: Gauge = new Gauge({
    name: 'vitrina_database_up',
    help: 'Whether the database answers.',
    registers,
    collect: async () => up.set((await read()) ? 1 : 0),
  });
  const jobs = new Gauge({
    name: 'vitrina_jobs',
    help: 'Jobs in the database, by kind and status.',
    labelNames: ['kind', 'status'],
    registers,
    collect: async () => {
      jobs.reset();
      const counts = (await read())?.counts;
      if (!counts) return;
      // Zeros as well, since a rise from nothing to one is no rise to Prometheus.
      for (const kind of runKinds) for (const status of runStatuses) jobs.set({ kind, status }, 0);
      for (const { count, ...labels } of counts) jobs.set(labels, count);
    },
  });
  const dueReadings = new Gauge({
    name: 'vitrina_due_readings',
    help: 'Sources of scheduled imports that are due, those being read included.',
    registers,
    collect: async () => {
      const known = await read();
      if (known) dueReadings.set(known.dueReadings);
      else dueReadings.remove();
    },
  });
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

/** Absent for the embedded database, which has a single connection. */
export const addPoolMetric = (registry: Registry, readPool: () => PoolState): void => {
  const connections = new Gauge({
    name: 'vitrina_database_connections',
    help: 'Connections to the database: total, idle, and requests that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      for (const [state, count] of Object.entries(readPool())) connections.set({ state }, count as number);
    },
  });
};
