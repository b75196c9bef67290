import { constants, existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { SQL } from 'drizzle-orm';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import { type PgDatabase, PgDialect, type PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator';
import type pg from 'pg';
import { requireDiskSpace } from './diskSpace.ts';
import { createDedicatedClient, openPool, type PoolLimits, type PoolState } from './pool.ts';
import * as schema from './schema.ts';
import { assertSupportedSchema, markRollingMigrations } from './schemaVersion.ts';
import { findBuiltSnapshot, migrationsFolder } from './snapshot.ts';

/**
 * The database, embedded or PostgreSQL; also the type of a transaction. The embedded database has a single connection,
 * so a statement inside a transaction that does not use the transaction would deadlock.
 */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;
export type DatabaseKind = 'embedded' | 'postgres';

export interface OpenDatabase {
  db: Database;
  kind: DatabaseKind;
  close: () => Promise<void>;
  /**
   * Copies an embedded database into another data directory, as of one moment. Queries wait meanwhile.
   * @throws `ENOSPC` before it has written anything, if the disk is too small
   */
  copyTo?: ((folder: string) => Promise<void>) | undefined;
  /** Only PostgreSQL has a pool. */
  readPool?: (() => PoolState) | undefined;
}

interface DatabaseOptions {
  /** The data directory; without it the database is in memory only. */
  dataDir?: string | undefined;
  databaseUrl?: string | undefined;
  /** False: only a new database is migrated, and one that an older build left is refused. */
  upgrade?: boolean | undefined;
  /** Only for a database in memory. One in a folder uses the build's snapshot if there is one. */
  snapshot?: Blob | undefined;
  /** Overrides how long PostgreSQL may be silent, so that tests need not wait. */
  limits?: PoolLimits | undefined;
}

export const openDatabase = (options: DatabaseOptions): Promise<OpenDatabase> =>
  options.databaseUrl ? openPostgres(options.databaseUrl, options) : openEmbedded(options);

/** Dumps an empty migrated database, so that tests and first starts need not run the migrations. */
export const makeSnapshot = async (): Promise<Blob> => {
  const client = await PGlite.create({ extensions: { pg_trgm } });
  await migrateEmbedded(drizzleEmbedded(client), { migrationsFolder });
  const dump = await client.dumpDataDir('gzip');
  await client.close();
  return dump;
};

export const queryRows = async <Row>(db: Database, query: SQL): Promise<Row[]> =>
  ((await db.execute(query)) as { rows: Row[] }).rows;

const dialect = new PgDialect();
const statementNames = new Map<string, string>();
/**
 * The maximum number of named statements. Each connection keeps a plan for each name, so the number of names has to be
 * limited.
 */
const MAX_STATEMENT_NAMES = 200;

const assignStatementName = (text: string): string | undefined => {
  const knownName = statementNames.get(text);
  if (knownName !== undefined || statementNames.size >= MAX_STATEMENT_NAMES) return knownName;
  const name = `vitrina_${statementNames.size}`;
  statementNames.set(text, name);
  return name;
};

/**
 * Like `queryRows`, for a statement that every write runs. PostgreSQL plans it once per connection, because planning
 * takes longer than running it. Not for lists, whose best plan depends on the values.
 */
export const queryPreparedRows = async <Row>(db: Database, query: SQL): Promise<Row[]> => {
  const built = dialect.sqlToQuery(query);
  const preparedQuery = db._.session.prepareQuery(built, undefined, assignStatementName(built.sql), false);
  return ((await preparedQuery.execute()) as { rows: Row[] }).rows;
};

const openPostgres = async (connectionString: string, { limits, upgrade }: DatabaseOptions): Promise<OpenDatabase> => {
  await migrateUnderLock(createDedicatedClient(connectionString), upgrade);
  const pool = openPool(connectionString, limits);
  return {
    db: drizzlePostgres(pool, { schema }),
    kind: 'postgres',
    close: () => pool.end(),
    readPool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
};

/**
 * Takes a lock, so that only one of several processes starting at once runs the migrations, however long that takes.
 */
const migrateUnderLock = async (client: pg.Client, upgrade: boolean | undefined): Promise<void> => {
  try {
    await client.connect();
    await client.query("select pg_advisory_lock(hashtext('vitrina migrations'))");
    await assertSupportedSchema(drizzlePostgres(client), { upgrade, isShared: true });
    await migratePostgres(drizzlePostgres(client), { migrationsFolder });
    await markRollingMigrations(drizzlePostgres(client));
  } finally {
    await client.end();
  }
};

/** The folder of the embedded database in a data directory. */
const DATABASE_FOLDER = 'database';
/** Marks a database whose creation has begun, so that the next start does not open an incomplete one. */
const MARKER_FILE = 'database.creating';

export const hasEmbeddedDatabase = (dataDir: string): boolean =>
  existsSync(join(dataDir, DATABASE_FOLDER)) && !existsSync(join(dataDir, MARKER_FILE));

/** Mode of the folder. The embedded database creates world-readable files, so the folder must be private. */
const PRIVATE_MODE = 0o700;

const openEmbedded = async ({ dataDir, snapshot, upgrade }: DatabaseOptions): Promise<OpenDatabase> => {
  const client = dataDir
    ? await openFolder(dataDir)
    : await PGlite.create({ extensions: { pg_trgm }, ...(snapshot && { loadDataDir: snapshot }) });
  const db = drizzleEmbedded(client, { schema });
  try {
    await assertSupportedSchema(db, { upgrade });
    await migrateEmbedded(db, { migrationsFolder });
  } catch (error) {
    await client.close();
    throw error;
  }
  return {
    db,
    kind: 'embedded',
    close: () => client.close(),
    copyTo: dataDir ? copyFolder(client, dataDir) : undefined,
  };
};

/**
 * Between two statements the files and their log agree, whatever transactions are open: opening the copy rolls those
 * back, as after a crash.
 */
const copyFolder = (client: PGlite, dataDir: string) => async (target: string) => {
  const folder = join(dataDir, DATABASE_FOLDER);
  await mkdir(target, { recursive: true, mode: PRIVATE_MODE });
  await client.runExclusive(async () => {
    // The database that goes on working may be on the same disk.
    await requireDiskSpace(target)(await measureFolder(folder));
    await cp(folder, join(target, DATABASE_FOLDER), { recursive: true, mode: constants.COPYFILE_FICLONE });
  });
};

const measureFolder = async (folder: string): Promise<number> => {
  const names = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(names.map(async name => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
};

/** Creates a new database under a marker file, which remains if that is interrupted. */
const openFolder = async (dataDir: string): Promise<PGlite> => {
  const folder = join(dataDir, DATABASE_FOLDER);
  const markerPath = join(dataDir, MARKER_FILE);
  if (existsSync(markerPath)) await rm(folder, { recursive: true, force: true });
  if (existsSync(folder)) {
    await chmod(folder, PRIVATE_MODE);
    return PGlite.create({ dataDir: folder, extensions: { pg_trgm } });
  }
  await mkdir(dataDir, { recursive: true });
  await writeFile(markerPath, '');
  const snapshot = findBuiltSnapshot();
  const client = await PGlite.create({
    dataDir: folder,
    extensions: { pg_trgm },
    ...(snapshot && { loadDataDir: new Blob([await readFile(snapshot)]) }),
  });
  await migrateEmbedded(drizzleEmbedded(client), { migrationsFolder });
  await chmod(folder, PRIVATE_MODE);
  await rm(markerPath);
  return client;
};
