import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { SQL } from 'drizzle-orm';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import * as schema from './schema.ts';
import { builtSnapshot, migrationsFolder } from './snapshot.ts';

/**
 * The database as all of the server sees it, whichever of the two it is; a transaction is one too.
 * The embedded one has a single connection: inside a transaction use nothing but the transaction.
 */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;
export type DatabaseKind = 'embedded' | 'postgres';

export interface OpenDatabase {
  db: Database;
  kind: DatabaseKind;
  close: () => Promise<void>;
}

interface Options {
  /** Where the embedded database lives (in its folder `database`); absent: in memory only. */
  dataDir?: string | undefined;
  /** `postgres://…`: that server instead of the embedded database. */
  databaseUrl?: string | undefined;
  /** A dumped embedded database to start a new one from; a folder's is the build's, when there is one. */
  snapshot?: Blob | undefined;
}

/** Opens the database and brings its tables up to date. */
export const openDatabase = ({ dataDir, databaseUrl, snapshot }: Options): Promise<OpenDatabase> =>
  databaseUrl ? openPostgres(databaseUrl) : openEmbedded(dataDir, snapshot);

/** An empty database with all its tables, as an archive that a new embedded one can start from. */
export const makeSnapshot = async (): Promise<Blob> => {
  const client = await PGlite.create({ extensions: { pg_trgm } });
  await migrateEmbedded(drizzleEmbedded(client), { migrationsFolder });
  const dump = await client.dumpDataDir('gzip');
  await client.close();
  return dump;
};

/** The rows of a query written by hand; their shape is the caller's word. */
export const rowsOf = async <Row>(db: Database, query: SQL): Promise<Row[]> =>
  ((await db.execute(query)) as { rows: Row[] }).rows;

const openPostgres = async (connectionString: string): Promise<OpenDatabase> => {
  const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: 5000 });
  // An idle connection that the server closed is no fault: the next query opens another, or says what is wrong.
  pool.on('error', () => {});
  const close = () => pool.end();
  try {
    await migrateUnderLock(pool);
  } catch (error) {
    await close();
    throw error;
  }
  return { db: drizzlePostgres(pool, { schema }), kind: 'postgres', close };
};

/** Several processes may start on one database at once: one of them migrates, the others wait. */
const migrateUnderLock = async (pool: pg.Pool): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('vitrina migrations'))");
    await migratePostgres(drizzlePostgres(client), { migrationsFolder });
    await client.query("select pg_advisory_unlock(hashtext('vitrina migrations'))");
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
};

/** The embedded database makes files that everybody may read and write; its folder lets nobody else in. */
const PRIVATE = 0o700;

const openEmbedded = async (dataDir: string | undefined, given: Blob | undefined): Promise<OpenDatabase> => {
  const client = dataDir
    ? await openFolder(dataDir)
    : await PGlite.create({ extensions: { pg_trgm }, ...(given && { loadDataDir: given }) });
  const db = drizzleEmbedded(client, { schema });
  await migrateEmbedded(db, { migrationsFolder });
  return { db, kind: 'embedded', close: () => client.close() };
};

/**
 * A new database is made under a mark beside it: when making it is cut short the mark stays, and the
 * next start begins anew instead of opening half a database.
 */
const openFolder = async (dataDir: string): Promise<PGlite> => {
  const folder = join(dataDir, 'database');
  const mark = join(dataDir, 'database.creating');
  if (existsSync(mark)) await rm(folder, { recursive: true, force: true });
  if (existsSync(folder)) {
    await chmod(folder, PRIVATE);
    return PGlite.create({ dataDir: folder, extensions: { pg_trgm } });
  }
  await mkdir(dataDir, { recursive: true });
  await writeFile(mark, '');
  const snapshot = builtSnapshot();
  const client = await PGlite.create({
    dataDir: folder,
    extensions: { pg_trgm },
    ...(snapshot && { loadDataDir: new Blob([await readFile(snapshot)]) }),
  });
  await migrateEmbedded(drizzleEmbedded(client), { migrationsFolder });
  await chmod(folder, PRIVATE);
  await rm(mark);
  return client;
};
