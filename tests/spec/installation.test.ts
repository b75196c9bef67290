import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest';
import { BUILD } from '#contract/limits.ts';
import { claimInstallation } from '#server/claimInstallation.ts';
import { type Config, readConfig, StartupError } from '#server/config.ts';
import { type Database, openDatabase, queryRows } from '#server/db/database.ts';
import { createDedicatedClient } from '#server/db/pool.ts';
import { getRelease, releases } from '#server/db/releases.ts';
import { assertSupportedSchema, SHARED_SCHEMA_LOCK } from '#server/db/schemaVersion.ts';
import { migrationsFolder } from '#server/db/snapshot.ts';
import { generateSecrets, loadSecrets } from '#server/secrets.ts';
import { runCommand } from '#tests/support/commands.ts';
import { createTestLog } from '#tests/support/log.ts';
import { createPlace } from '#tests/support/places.ts';
import { onPostgres } from '#tests/support/postgres.ts';
import { createPostgresDatabase, describeOnBoth, useTestServer } from '#tests/support/server.ts';
import { startWholeServer } from '#tests/support/startWholeServer.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrina-installation-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const appliedTo = (db: Database) =>
  queryRows<{ created_at: string }>(db, sql`select created_at::text from drizzle.__drizzle_migrations order by 1`);

describeOnBoth('The schema of a database', server => {
  const restore = async (db: Database, rows: { created_at: string }[]) => {
    await db.execute(sql`delete from drizzle.__drizzle_migrations`);
    for (const { created_at } of rows)
      await db.execute(
        sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('', ${created_at}::bigint)`,
      );
  };
  afterEach(() => server().db.execute(sql`delete from installation`));

  it('[Z12] of a newer build is refused, and one of this build is not', async () => {
    const { db } = server();
    const applied = await appliedTo(db);
    await expect(assertSupportedSchema(db)).resolves.toBeUndefined();
    await db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) select 'later', max(created_at) + 1 from drizzle.__drizzle_migrations`,
    );
    try {
      await expect(assertSupportedSchema(db)).rejects.toMatchObject({ kind: 'newer' });
    } finally {
      await restore(db, applied);
    }
  });

  it('[Z12] of an older build is upgraded by a server, never by a command', async () => {
    const { db } = server();
    const known = readMigrationFiles({ migrationsFolder });
    const last = known.at(-1);
    const migrations = last ? [...known, { ...last, folderMillis: last.folderMillis + 1 }] : known;
    await expect(assertSupportedSchema(db, { migrations })).resolves.toBeUndefined();
    await expect(assertSupportedSchema(db, { migrations, upgrade: false })).rejects.toMatchObject({ kind: 'outdated' });
  });

  it('[Z14] left by an earlier release is refused if a release was skipped, and corrections may be', async () => {
    const { db } = server();
    await db.execute(sql`insert into installation (build, secrets_digest) values ('0.1.7', '')`);
    const ordered = ['0.1', '0.2', '0.3'];
    const build = '0.3.0';
    await expect(assertSupportedSchema(db, { build, releases: ordered })).rejects.toMatchObject({
      kind: 'skipped',
      values: { build: '0.1.7', next: '0.2' },
    });
    await expect(assertSupportedSchema(db, { build: '0.2.1', releases: ordered.slice(0, 2) })).resolves.toBeUndefined();
    await expect(assertSupportedSchema(db, { build: '0.1.10', releases: ['0.1'] })).resolves.toBeUndefined();
    await db.execute(sql`update installation set build = '0.2.0'`);
    await expect(assertSupportedSchema(db, { build, releases: ordered })).resolves.toBeUndefined();
  });

  it('[Z12] left by a newer build with the same schema is refused, too', async () => {
    const { db } = server();
    await db.execute(sql`insert into installation (build, secrets_digest) values ('0.1.10', '')`);
    await expect(assertSupportedSchema(db, { build: '0.1.9' })).rejects.toMatchObject({ kind: 'newer' });
    await expect(assertSupportedSchema(db, { build: '0.1.10' })).resolves.toBeUndefined();
  });
});

/** Of servers of the database that asks. */
const schemaLocks = `pg_locks join pg_database on pg_database.oid = database
  where datname = current_database() and locktype = 'advisory' and mode = 'ShareLock'`;

const inSession = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = createDedicatedClient(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

describe.skipIf(!inject('server').postgres)('A database that servers share', () => {
  const server = useTestServer('postgres');

  it('[Z65] is upgraded only by migrations that they survive', async () => {
    const { db, deps } = server();
    const url = deps.config.databaseUrl ?? '';
    const known = readMigrationFiles({ migrationsFolder });
    const upgradeWith = (...statements: string[]) => {
      const more = statements.map((text, at) => ({ hash: '', bps: true, folderMillis: Date.now() + at, sql: [text] }));
      const options = { migrations: [...known, ...more], isShared: true };
      return inSession(url, client => assertSupportedSchema(drizzle(client) as unknown as Database, options));
    };
    await db.execute(sql`insert into processes (id, host, pid, build, started_at, memory, busy)
      values ('a', 'shop-1', 7, '0.1.0', now(), 0, 0), ('b', 'shop-2', 7, '0.1.0', now(), 0, 0)`);
    // Both were killed.
    await expect(upgradeWith('drop table x')).resolves.toBeUndefined();
    await inSession(url, async client => {
      await client.query(`select pg_advisory_lock_shared(${SHARED_SCHEMA_LOCK})`);
      const refusal = { kind: 'inUse', values: { servers: 'shop-1 (0.1.0), shop-2 (0.1.0)' } };
      await expect(upgradeWith('drop table x')).rejects.toMatchObject(refusal);
      await expect(upgradeWith('-- rolling\nalter table x add y text', 'drop table x')).rejects.toMatchObject(refusal);
      await expect(upgradeWith('-- rolling\nalter table x add y text')).resolves.toBeUndefined();
      await expect(upgradeWith()).resolves.toBeUndefined();
    });
    await expect(upgradeWith('drop table x')).resolves.toBeUndefined();
  });
});

describe.skipIf(!inject('server').postgres)('A server whose database is upgraded meanwhile', () => {
  const open = async () => {
    const place = await createPlace(folder, 'postgres');
    const url = place.DATABASE_URL ?? '';
    const query = (statement: string) => onPostgres(url, statement);
    const sentences: string[] = [];
    const start = () =>
      startWholeServer(readConfig({ ...place, PORT: '0' }), createTestLog(), error => sentences.push(error.message));
    /** As another build does, which this one knows nothing of. */
    const upgrade = (hash: string) =>
      query(`insert into drizzle.__drizzle_migrations (hash, created_at)
        select '${hash}', max(created_at) + 1 from drizzle.__drizzle_migrations`);
    return { url, query, sentences, start, upgrade };
  };
  const refusal = expect.stringMatching(/^Базу данных уже обновила .+\.$/) as string;

  it('[Z65] goes on after a lost connection only if it survives what was changed', async () => {
    const { query, sentences, start, upgrade } = await open();
    const server = await start();
    const find = () => query(`select pid from ${schemaLocks} and granted`);
    const reconnect = async () => {
      const [lost] = await find();
      await query(`select pg_terminate_backend(${Number(lost?.['pid'])})`);
      return lost;
    };
    await upgrade('-- rolling next');
    const lost = await reconnect();
    await expect.poll(find).toEqual([{ pid: expect.not.toBeOneOf([lost?.['pid']]) as number }]);
    expect(sentences).toEqual([]);
    await upgrade('next');
    await reconnect();
    await expect.poll(() => sentences).toEqual([refusal]);
    expect(await find()).toEqual([]);
    await server.close();
  });

  it('[Z65] does not start if that was between its own upgrade and its lock', async () => {
    const { url, query, start, upgrade } = await open();
    // The first start makes the database.
    await (await start()).close();
    const starting = await inSession(url, async client => {
      await client.query(`select pg_advisory_lock(${SHARED_SCHEMA_LOCK})`);
      const started = start().then(
        () => 'started',
        (error: Error) => error.message,
      );
      await expect.poll(() => query(`select 1 from ${schemaLocks} and not granted`)).toHaveLength(1);
      await upgrade('next');
      return { started };
    });
    expect(await starting.started).toEqual(refusal);
  });
});

const places = inject('server').postgres ? ['embedded', 'postgres'] : ['embedded'];

describe('A database of a newer build', () => {
  it.each(places)('[Z12] is refused in one sentence and stays as it is: %s', async kind => {
    const DATA_DIR = join(folder, kind);
    const DATABASE_URL = kind === 'postgres' ? await createPostgresDatabase() : undefined;
    const within = async <R>(read: (db: Database) => Promise<R>): Promise<R> => {
      const { db, close } = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL });
      try {
        return await read(db);
      } finally {
        await close();
      }
    };
    await within(db => db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at + 1`));
    const options = { dataDir: DATA_DIR, databaseUrl: DATABASE_URL };
    await expect(openDatabase(options)).rejects.toMatchObject({ kind: 'newer' });
    const ran = await runCommand({ DATA_DIR, DATABASE_URL }, 'users', 'list');
    expect(ran).toMatchObject({ code: 1, out: '', error: expect.stringMatching(/^Базу данных уже обновила .+\.$/) });
  });
});

describe('The build', () => {
  it('[Z13] has a heading in the changelog, and its release is the last of the list', () => {
    const headings = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(
      ([, build = '']) => build,
    );
    expect(headings[0]).toBe(BUILD);
    expect([...new Set(headings.map(getRelease))].toReversed()).toEqual(releases);
  });
});

describeOnBoth('Secrets', server => {
  const secrets = generateSecrets();
  const configOf = (environment: Record<string, string>): Config =>
    readConfig({ DATA_DIR: mkdtempSync(join(folder, 'data-')), ...environment });
  afterEach(() => server().db.execute(sql`delete from installation`));

  it('[Z15] come from SECRETS, or from the file in SECRETS_FILE, or from the data directory', () => {
    const file = join(folder, 'own.json');
    writeFileSync(file, JSON.stringify(secrets));
    const inText = configOf({ SECRETS: JSON.stringify(secrets) });
    expect(loadSecrets(inText)).toEqual(secrets);
    expect(existsSync(join(inText.dataDir, 'secrets.json'))).toBe(false);
    expect(loadSecrets(configOf({ SECRETS_FILE: file }))).toEqual(secrets);
    const own = configOf({});
    expect(loadSecrets(own)).toEqual(JSON.parse(readFileSync(join(own.dataDir, 'secrets.json'), 'utf8')));
    expect(loadSecrets(own)).not.toEqual(secrets);
  });

  it('[Z15] that are wrong are refused in a sentence that does not contain them', () => {
    const short = JSON.stringify({ access: 'tooShort', refresh: 'tooShort' });
    expect(() => configOf({ SECRETS: short })).toThrow(/^Переменная SECRETS: (?!.*tooShort)/);
    expect(() => configOf({ SECRETS: 'none' })).toThrow(StartupError);
    expect(() => loadSecrets(configOf({ SECRETS_FILE: '/nowhere/secrets' }))).toThrow('/nowhere/secrets');
    expect(() => configOf({ SECRETS: JSON.stringify(secrets), SECRETS_FILE: '/x' })).toThrow(/SECRETS_FILE/);
  });

  it('[Z16] have to be those that the database was used with', async () => {
    const { db } = server();
    const first = configOf({ SECRETS: JSON.stringify(secrets) });
    expect(await claimInstallation(db, first)).toEqual(secrets);
    expect(await claimInstallation(db, first)).toEqual(secrets);
    expect(JSON.stringify(await queryRows(db, sql`select * from installation`))).not.toContain(secrets.access);
    expect(await queryRows(db, sql`select build from installation`)).toEqual([{ build: BUILD }]);
    const other = configOf({ SECRETS: JSON.stringify(generateSecrets()) });
    await expect(claimInstallation(db, other)).rejects.toThrow(/secrets accept/);
    const lost = configOf({});
    await expect(claimInstallation(db, lost)).rejects.toThrow(/Секретов нет/);
    expect(existsSync(join(lost.dataDir, 'secrets.json'))).toBe(false);
    expect(await claimInstallation(db, first)).toEqual(secrets);
  });

  it('[Z16] of two first servers with their own, only one starts', async () => {
    const { db } = server();
    const outcomes = await Promise.allSettled([1, 2].map(() => claimInstallation(db, configOf({}))));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('Lost secrets', () => {
  it.each(places)('[Z16] new ones are accepted by a command: %s', async kind => {
    const DATA_DIR = join(folder, `${kind}-accept`);
    const DATABASE_URL = kind === 'postgres' ? await createPostgresDatabase() : undefined;
    const claim = async (SECRETS: string) => {
      const { db, close } = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL });
      try {
        return await claimInstallation(db, readConfig({ DATA_DIR, SECRETS }));
      } finally {
        await close();
      }
    };
    const [lost, found] = [generateSecrets(), generateSecrets()];
    await claim(JSON.stringify(lost));
    const SECRETS = JSON.stringify(found);
    await expect(claim(SECRETS)).rejects.toThrow(/secrets accept/);
    const accepted = await runCommand({ DATA_DIR, DATABASE_URL, SECRETS }, 'secrets', 'accept');
    expect(accepted).toMatchObject({ code: 0, error: '' });
    expect(await claim(SECRETS)).toEqual(found);
  });
});
