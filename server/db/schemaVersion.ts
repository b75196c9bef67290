import { type SQL, sql } from 'drizzle-orm';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type { Database } from './database.ts';
import { getRelease, releases as ownReleases } from './releases.ts';
import { migrationsFolder } from './snapshot.ts';

/**
 * Why this build cannot use a database: `earlier` than the first release, whose migrations have since been merged into
 * one; `newer` than this build; `skipped` if a release between the two was; or `outdated` where it may not be upgraded.
 */
export class UnsupportedDatabaseError extends Error {
  readonly kind: 'earlier' | 'newer' | 'outdated' | 'skipped';
  /** The build that used the database last, and the one that has to follow it; only if one would be skipped. */
  readonly builds: { build: string; next: string } | undefined;
  constructor(kind: UnsupportedDatabaseError['kind'], builds?: UnsupportedDatabaseError['builds']) {
    super(`the database is ${kind}`);
    this.kind = kind;
    this.builds = builds;
  }
}

interface SchemaOptions {
  upgrade?: boolean | undefined;
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
  { upgrade = true, migrations = readMigrationFiles({ migrationsFolder }), releases = ownReleases }: SchemaOptions = {},
): Promise<void> => {
  const query = async <Row>(statement: SQL) => ((await db.execute(statement)) as { rows: Row[] }).rows[0];
  const table = await query<{ found: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null found`,
  );
  if (!table?.found) return;
  const applied = await query<{ first: string | null; last: string | null }>(
    sql`select min(created_at)::text first, max(created_at)::text last from drizzle.__drizzle_migrations`,
  );
  if (!applied?.last) return;
  const last = migrations.at(-1)?.folderMillis ?? 0;
  if (Number(applied.first) < (migrations[0]?.folderMillis ?? 0)) throw new UnsupportedDatabaseError('earlier');
  if (Number(applied.last) > last) throw new UnsupportedDatabaseError('newer');
  const builds = await findSkippedRelease(query, releases);
  if (builds) throw new UnsupportedDatabaseError('skipped', builds);
  if (!upgrade && Number(applied.last) < last) throw new UnsupportedDatabaseError('outdated');
};

/** Each release may rely on what its predecessor did at its start, so none is skipped; corrections (1.2.3) may be. */
const findSkippedRelease = async (
  query: <Row>(statement: SQL) => Promise<Row | undefined>,
  releases: readonly string[],
): Promise<UnsupportedDatabaseError['builds']> => {
  const table = await query<{ found: boolean }>(sql`select to_regclass('public.installation') is not null found`);
  if (!table?.found) return undefined;
  const stored = await query<{ build: string }>(sql`select build from installation`);
  const index = releases.findIndex(release => stored && getRelease(stored.build) === release);
  const next = index >= 0 && index < releases.length - 2 ? releases[index + 1] : undefined;
  return stored && next !== undefined ? { build: stored.build, next } : undefined;
};

/** The schema version of this build. */
export const getSchemaVersion = (): number => readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0;
