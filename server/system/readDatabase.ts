import { desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { System, SystemDatabase, SystemHour, SystemProcess, SystemRun } from '#contract/system.ts';
import { type Database, type DatabaseKind, queryRows } from '../db/database.ts';
import { PROCESS_SILENCE_SECONDS } from '../db/processesSchema.ts';
import {
  batches,
  importSchedules,
  installation,
  pictures,
  processes,
  requestHours,
  runs,
  users,
} from '../db/schema.ts';
import { silentRunCondition } from '../jobs/deadRunSweep.ts';
import { activeStatuses } from '../jobs/runs.ts';

const SHOWN_TABLES = 8;
const SHOWN_RUNS = 10;
const HOURS = 24;

const readOne = async <Row>(db: Database, query: SQL): Promise<Row> => (await queryRows<Row>(db, query))[0] as Row;

export const readDatabaseFacts = async (db: Database, kind: DatabaseKind): Promise<SystemDatabase> => {
  const startedAt = performance.now();
  const facts = await readOne<{ version: string; schema: string | null }>(
    db,
    sql`select current_setting('server_version') as version,
      (select max(created_at)::text from drizzle.__drizzle_migrations) as schema`,
  );
  const answer_ms = Math.round((performance.now() - startedAt) * 10) / 10;
  const { bytes } = await readOne<{ bytes: string }>(
    db,
    sql`select pg_database_size(current_database())::text as bytes`,
  );
  const tables = await queryRows<{ name: string; bytes: string }>(
    db,
    sql`select relname as name, pg_total_relation_size(oid)::text as bytes from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'
      order by pg_total_relation_size(oid) desc, relname limit ${SHOWN_TABLES}`,
  );
  return {
    kind,
    version: facts.version,
    schema: facts.schema === null ? null : new Date(Number(facts.schema)).toISOString(),
    bytes: Number(bytes),
    answer_ms,
    tables: tables.map(table => ({ name: table.name, bytes: Number(table.bytes) })),
    connections: kind === 'embedded' ? null : await readConnections(db),
  };
};

/** Counts those of other databases, too, because they share the limit. */
const readConnections = (db: Database) =>
  readOne<{ used: number; max: number }>(
    db,
    sql`select (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('max_connections')::integer as max`,
  );

export const readProcesses = async (db: Database): Promise<SystemProcess[]> => {
  const rows = await db
    .select({
      row: processes,
      is_alive: sql<boolean>`${processes.seen_at} > now() - make_interval(secs => ${PROCESS_SILENCE_SECONDS})`,
      is_outdated: sql<boolean>`coalesce(${processes.build} <> (select build from ${installation}), false)`,
    })
    .from(processes)
    .orderBy(processes.started_at, processes.id);
  return rows.map(({ row: { memory, roles, started_at, seen_at, ...row }, is_alive, is_outdated }) => ({
    ...row,
    roles: roles.split(','),
    started_at: started_at.toISOString(),
    seen_at: seen_at.toISOString(),
    is_alive,
    is_outdated: is_alive && is_outdated,
    memory_bytes: memory,
  }));
};

const selectRuns = async (db: Database, condition: SQL | undefined, limit: number): Promise<SystemRun[]> => {
  const rows = await db
    .select({
      id: runs.id,
      kind: runs.kind,
      status: runs.status,
      progress: runs.progress,
      user: sql<string | null>`${users.first_name} || ' ' || ${users.last_name}`,
      started_at: runs.started_at,
      finished_at: runs.finished_at,
      is_silent: sql<boolean>`${silentRunCondition}`,
    })
    .from(runs)
    .leftJoin(users, eq(users.id, runs.user_id))
    .where(condition)
    .orderBy(desc(runs.id))
    .limit(limit);
  return rows.map(({ is_silent, started_at, finished_at, ...run }) => ({
    ...run,
    started_at: started_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
    is_waiting: finished_at === null && is_silent,
  }));
};

export const readLastRuns = (db: Database): Promise<SystemRun[]> => selectRuns(db, undefined, SHOWN_RUNS);

type Queue = Extract<System['queue'], { value: unknown }>['value'];

export const readQueue = async (db: Database): Promise<Queue> => {
  const active = await selectRuns(db, inArray(runs.status, [...activeStatuses]), SHOWN_RUNS);
  const [schedules] = await db
    .select({
      due: sql<number>`count(*) filter (where ${importSchedules.next_at} <= now())::integer`,
      next_at: sql<string | null>`(extract(epoch from min(${importSchedules.next_at})) * 1000)::float8`,
    })
    .from(importSchedules);
  const next_at = schedules?.next_at ?? null;
  return {
    runs: active,
    due: schedules?.due ?? 0,
    next_at: next_at === null ? null : new Date(Number(next_at)).toISOString(),
  };
};

export const readStoredPictures = async (db: Database): Promise<{ pictures: number; bytes: number }> => {
  const stored = await readOne<{ pictures: number; bytes: string }>(
    db,
    sql`select count(*)::integer as pictures, coalesce(sum(bytes), 0)::text as bytes from ${pictures}`,
  );
  return { pictures: stored.pictures, bytes: Number(stored.bytes) };
};

/** The last day by hour, by the clock of the database. Each count comes from an index. */
export const hoursQuery: SQL = sql`with hours as (
    select date_trunc('hour', now(), 'UTC') - make_interval(hours => n) as at from generate_series(0, ${HOURS - 1}::integer) n
  )
  select extract(epoch from hours.at)::float8 as at,
    coalesce(${requestHours.requests}, 0) as requests,
    coalesce(${requestHours.failed}, 0) as failed,
    (select count(*)::integer from ${batches} where batches.at >= hours.at and batches.at < hours.at + interval '1 hour') as changes,
    (select count(*)::integer from ${runs} where started_at >= hours.at and started_at < hours.at + interval '1 hour') as runs
  from hours left join ${requestHours} on ${requestHours.at} = hours.at
  order by hours.at`;

export const readHours = async (db: Database): Promise<SystemHour[]> => {
  const rows = await queryRows<Omit<SystemHour, 'at'> & { at: number }>(db, hoursQuery);
  return rows.map(row => ({ ...row, at: new Date(row.at * 1000).toISOString() }));
};
