import { type SQL, sql } from 'drizzle-orm';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type { Database } from './database.ts';
import { migrationsFolder } from './snapshot.ts';

/**
 * Why this build cannot use a database: `earlier` than the first release, whose migrations have since been merged into
 * one; `newer` than this build; or `outdated` where it may not be upgraded.
 */
export class UnsupportedDatabaseError extends Error {
  readonly kind: 'earlier' | 'newer' | 'outdated';
  constructor(kind: UnsupportedDatabaseError['kind']) {
    super(`the database is ${kind}`);
    this.kind = kind;
  }
}

interface SchemaOptions {
  upgrade?: boolean | undefined;
  migrations?: readonly MigrationMeta[];
}

/**
 * The version of the schema is the time of its last migration. An older build would go on writing to a newer schema
 * without knowing what has changed, and the merged migration cannot continue those before it.
 * @throws {UnsupportedDatabaseError}
 */
export const assertSupportedSchema = async (
  db: Pick<Database, 'execute'>,
  { upgrade = true, migrations = readMigrationFiles({ migrationsFolder }) }: SchemaOptions = {},
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
  if (!upgrade && Number(applied.last) < last) throw new UnsupportedDatabaseError('outdated');
};

/** The schema version of this build. */
export const getSchemaVersion = (): number => readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0;
