import { type SQL, sql } from 'drizzle-orm';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
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

type Query = <Row>(statement: SQL) => Promise<Row[]>;

interface SchemaOptions {
  upgrade?: boolean | undefined;
  /** Whether other servers may be using the database. */
  isShared?: boolean;
  migrations?: readonly MigrationMeta[];
  releases?: readonly string[];
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
  const skipped = await findSkippedRelease(query, releases);
  if (skipped) throw new UnsupportedDatabaseError('skipped', skipped);
  const pending = migrations.filter(({ folderMillis }) => folderMillis > Number(applied.last));
  if (!upgrade && pending.length > 0) throw new UnsupportedDatabaseError('outdated');
  const isRolling = pending.every(({ sql: [text = ''] }) => text.startsWith(ROLLING_MARK));
  const servers = isShared && !isRolling ? await listLivingServers(query) : '';
  if (servers) throw new UnsupportedDatabaseError('inUse', { servers });
};

const hasTable = async (query: Query, name: string): Promise<boolean> => {
  const [table] = await query<{ found: boolean }>(sql`select to_regclass(${name}) is not null found`);
  return table?.found ?? false;
};

/** @returns such as `shop-1 (0.1.0), shop-2 (0.1.0)` */
const listLivingServers = async (query: Query): Promise<string> => {
  if (!(await hasTable(query, 'public.processes'))) return '';
  const [row] = await query<{ servers: string | null }>(
    sql`select string_agg(distinct host || ' (' || build || ')', ', ') servers from processes
      where seen_at > now() - make_interval(secs => ${PROCESS_SILENCE_SECONDS})`,
  );
  return row?.servers ?? '';
};

/** Each release may rely on what its predecessor did at its start, so none is skipped; corrections (1.2.3) may be. */
const findSkippedRelease = async (
  query: Query,
  releases: readonly string[],
): Promise<{ build: string; next: string } | undefined> => {
  if (!(await hasTable(query, 'public.installation'))) return undefined;
  const [stored] = await query<{ build: string }>(sql`select build from installation`);
  const index = releases.findIndex(release => stored && getRelease(stored.build) === release);
  const next = index >= 0 && index < releases.length - 2 ? releases[index + 1] : undefined;
  return stored && next !== undefined ? { build: stored.build, next } : undefined;
};

/** The schema version of this build. */
export const getSchemaVersion = (): number => readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0;
