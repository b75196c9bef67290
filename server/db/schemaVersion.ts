import { type SQL, sql } from 'drizzle-orm';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { BUILD } from '#contract/limits.ts';
import type { Database } from './database.ts';
import { PROCESS_SILENCE_SECONDS } from './processesSchema.ts';
import { getRelease, releases as ownReleases } from './releases.ts';
import { migrationsFolder } from './snapshot.ts';

/**
 * Why this build cannot use a database: `earlier` than the first release, whose migrations have since been merged into
 * one; `newer` than this build; `skipped` if a release between the two was; `inUse` by servers that its upgrade would
 * break; or `outdated` where it may not be upgraded.
 */
export class UnsupportedDatabaseError extends Error {
  readonly kind: 'earlier' | 'inUse' | 'newer' | 'outdated' | 'skipped';
  /** For the text: `build` and `next` if a release would be skipped, `servers` if the database is in use. */
  readonly values: Record<string, string>;
  constructor(kind: UnsupportedDatabaseError['kind'], values: UnsupportedDatabaseError['values'] = {}) {
    super(`the database is ${kind}`);
    this.kind = kind;
    this.values = values;
  }
}

/**
 * How a migration begins that servers of the release before survive, such as one that only adds columns with defaults.
 * For any other one, they have to be stopped first.
 */
const ROLLING_MARK = '-- rolling';

/**
 * Every server that shares a database holds this lock (hashtext, as PostgreSQL computes it) together with the others. An
 * upgrade that they would not survive takes it alone. It ends with the server's connection, however the server ends.
 */
export const SHARED_SCHEMA_LOCK = "hashtext('vitrina schema')";

type Query = <Row>(statement: SQL) => Promise<Row[]>;

interface SchemaOptions {
  upgrade?: boolean | undefined;
  /** Whether other servers may be using the database. */
  isShared?: boolean;
  migrations?: readonly MigrationMeta[];
  releases?: readonly string[];
  build?: string;
}

/**
 * The version of the schema is the time of its last migration. An older build would go on writing to a newer schema
 * without knowing what has changed, and the merged migration cannot continue those before it.
 * @throws {UnsupportedDatabaseError}
 */
export const assertSupportedSchema = async (
  db: Pick<Database, 'execute'>,
  {
    upgrade = true,
    isShared = false,
    migrations = readMigrationFiles({ migrationsFolder }),
    releases = ownReleases,
    build = BUILD,
  }: SchemaOptions = {},
): Promise<void> => {
  const query: Query = async <Row>(statement: SQL) => ((await db.execute(statement)) as { rows: Row[] }).rows;
  if (!(await hasTable(query, 'drizzle.__drizzle_migrations'))) return;
  const [applied] = await query<{ first: string | null; last: string | null }>(
    sql`select min(created_at)::text first, max(created_at)::text last from drizzle.__drizzle_migrations`,
  );
  if (!applied?.last) return;
  const last = migrations.at(-1)?.folderMillis ?? 0;
  if (Number(applied.first) < (migrations[0]?.folderMillis ?? 0)) throw new UnsupportedDatabaseError('earlier');
  if (Number(applied.last) > last) throw new UnsupportedDatabaseError('newer');
  const storedBuild = await readBuild(query);
  // It may have changed more than the schema.
  if (storedBuild && storedBuild.localeCompare(build, 'en', { numeric: true }) > 0)
    throw new UnsupportedDatabaseError('newer');
  const skipped = storedBuild && findSkippedRelease(storedBuild, releases);
  if (skipped) throw new UnsupportedDatabaseError('skipped', skipped);
  const pending = migrations.filter(({ folderMillis }) => folderMillis > Number(applied.last));
  if (!upgrade && pending.length > 0) throw new UnsupportedDatabaseError('outdated');
  if (isShared && !pending.every(isRolling)) await assertUnused(query);
};

const isRolling = ({ sql: [text = ''] }: MigrationMeta): boolean => text.startsWith(ROLLING_MARK);

/**
 * Marks the rolling migrations in the database too, for servers of the builds before, which do not have them. Until then
 * these count as not rolling.
 */
export const markRollingMigrations = async (db: Pick<Database, 'execute'>): Promise<void> => {
  for (const { folderMillis } of readMigrationFiles({ migrationsFolder }).filter(isRolling))
    await db.execute(sql`update drizzle.__drizzle_migrations set hash = ${`${ROLLING_MARK} `} || hash
      where created_at = ${folderMillis} and not starts_with(hash, ${ROLLING_MARK})`);
};

/**
 * Call it under the shared lock, without which another build may have upgraded the database.
 * @param version the schema that the process knows; those in its folder may have been replaced since it was started
 * @throws {UnsupportedDatabaseError} when there is a later migration that is not rolling
 */
export const assertSurvivableSchema = async (db: Pick<Database, 'execute'>, version: number): Promise<void> => {
  const { rows } = (await db.execute(sql`select 1 from drizzle.__drizzle_migrations
    where created_at > ${version} and not starts_with(hash, ${ROLLING_MARK}) limit 1`)) as { rows: unknown[] };
  if (rows.length > 0) throw new UnsupportedDatabaseError('newer');
};

const hasTable = async (query: Query, name: string): Promise<boolean> => {
  const [table] = await query<{ found: boolean }>(sql`select to_regclass(${name}) is not null found`);
  return table?.found ?? false;
};

/** Takes the lock until the connection ends, so that no server starts during the upgrade. */
const assertUnused = async (query: Query): Promise<void> => {
  const [lock] = await query<{ taken: boolean }>(
    sql`select pg_try_advisory_lock(${sql.raw(SHARED_SCHEMA_LOCK)}) as taken`,
  );
  if (!lock?.taken) throw new UnsupportedDatabaseError('inUse', { servers: await listLivingServers(query) });
};

/** @returns such as `shop-1 (0.1.0), shop-2 (0.1.0)` */
const listLivingServers = async (query: Query): Promise<string> => {
  if (!(await hasTable(query, 'public.processes'))) return '?';
  const [row] = await query<{ servers: string | null }>(
    sql`select string_agg(distinct host || ' (' || build || ')', ', ') servers from processes
      where seen_at > now() - make_interval(secs => ${PROCESS_SILENCE_SECONDS})`,
  );
  return row?.servers ?? '?';
};

/** @returns the latest build that has used the database */
const readBuild = async (query: Query): Promise<string | undefined> => {
  if (!(await hasTable(query, 'public.installation'))) return undefined;
  const [stored] = await query<{ build: string }>(sql`select build from installation`);
  return stored?.build;
};

/** Each release may rely on what its predecessor did at its start, so none is skipped; corrections (1.2.3) may be. */
const findSkippedRelease = (
  build: string,
  releases: readonly string[],
): { build: string; next: string } | undefined => {
  const index = releases.indexOf(getRelease(build));
  const next = index >= 0 && index < releases.length - 2 ? releases[index + 1] : undefined;
  return next === undefined ? undefined : { build, next };
};

/** The schema version of this build. */
export const getSchemaVersion = (): number => readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0;
