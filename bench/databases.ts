import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { ensureRoles } from '#server/accounts/accounts.ts';
import { type DatabaseKind, type OpenDatabase, openDatabase } from '#server/db/database.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { ensureHistory } from '#server/drafts/historyTriggers.ts';
import { ensureReferences } from '#server/routes/referenceLists.ts';
import { findPrograms, startCluster, stopCluster } from '#tests/support/postgres.ts';
import { withFolder } from './server.ts';

export interface Place {
  dataDir: string;
  databaseUrl?: string;
}

/** Each part gets an empty database that is removed afterwards, so that no part affects the next. */
export interface Rig {
  kind: DatabaseKind;
  title: string;
  withPlace: <T>(work: (place: Place) => Promise<T>) => Promise<T>;
}

export const onEachDatabase = async <T>(work: (rig: Rig) => Promise<T[]>): Promise<T[]> => {
  const embedded: Rig = {
    kind: 'embedded',
    title: 'PGlite',
    withPlace: inPlace => withFolder(dataDir => inPlace({ dataDir })),
  };
  const figures = await work(embedded);
  const url = process.env['TEST_DATABASE_URL'];
  if (url) return [...figures, ...(await work(postgres(url)))];
  const programs = findPrograms();
  if (!programs) {
    console.log('No PostgreSQL: neither TEST_DATABASE_URL nor its server programs.\n');
    return figures;
  }
  return withFolder(async folder => {
    try {
      return [...figures, ...(await work(postgres(await startCluster(programs, folder))))];
    } catch (error) {
      console.error(readFileSync(join(folder, 'postgres', 'log'), 'utf8').slice(-4000));
      throw error;
    } finally {
      stopCluster(programs, folder);
    }
  });
};

const postgres = (url: string): Rig => ({
  kind: 'postgres',
  title: 'PostgreSQL',
  withPlace: work =>
    withFolder(async dataDir => {
      const name = `vitrina_bench_${randomUUID().replaceAll('-', '')}`;
      await runOnServer(url, `create database ${name}`);
      const drop = () => runOnServer(url, `drop database ${name} with (force)`);
      const place = { dataDir, databaseUrl: Object.assign(new URL(url), { pathname: name }).href };
      const done = await work(place).catch(async (error: unknown) => {
        // Only logged, because a stopped server refuses this too and the first error is the one that explains the
        // failure.
        await drop().catch(console.error);
        throw error;
      });
      await drop();
      return done;
    }),
});

const runOnServer = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
};

/** The environment of a server on a filled database. With `DEMO` it would publish everything before answering. */
export const filled = { DEMO: '' };

/** For rows that a benchmark writes itself; they have no author, so the database would refuse them (decision 54). */
export const openUnrecorded = async ({ dataDir, databaseUrl }: Place): Promise<OpenDatabase> => {
  const database = await openDatabase({ dataDir, databaseUrl: databaseUrl && addExemption(databaseUrl) });
  if (database.kind === 'embedded') await database.db.execute(sql`set vitrina.unrecorded = 'on'`);
  return database;
};

export const addExemption = (databaseUrl: string): string => {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', '-c vitrina.unrecorded=on');
  return url.href;
};

export const openFilled = async (place: Place): Promise<OpenDatabase> => {
  const database = await openUnrecorded(place);
  await ensureRoles(database.db);
  await ensureReferences(database.db);
  await ensureHistory(database.db);
  await seedDemo(database.db);
  await database.db.execute(sql`analyze`);
  return database;
};

export const copyRows = async ({ db, kind }: OpenDatabase, into: string, rows: string): Promise<void> => {
  const { $client } = db as unknown as { $client: unknown };
  if (kind === 'embedded') {
    await ($client as PGlite).query(`copy ${into} from '/dev/blob'`, [], { blob: new Blob([rows]) });
    return;
  }
  const client = await ($client as pg.Pool).connect();
  await new Promise<void>((resolve, reject) => {
    client.query(copyQuery(`copy ${into} from stdin`, rows, error => (error ? reject(error) : resolve())));
  });
  client.release();
};

/** A custom query object for `pg`: the client's side of COPY (PostgreSQL manual, 55.2.7). */
const copyQuery = (statement: string, rows: string, done: (error?: Error) => void) => {
  let failure: Error | undefined;
  return {
    submit: (connection: pg.Connection) => connection.query(statement),
    handleCopyInResponse: (connection: CopyConnection) => {
      connection.sendCopyFromChunk(Buffer.from(rows));
      connection.endCopyFrom();
    },
    handleError: (error: Error) => {
      failure = error;
    },
    handleCommandComplete: () => {},
    handleReadyForQuery: () => done(failure),
  };
};

interface CopyConnection {
  sendCopyFromChunk: (chunk: Buffer) => void;
  endCopyFrom: () => void;
}
