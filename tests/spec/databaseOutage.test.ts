import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { BUILD, RELEASE } from '#contract/limits.ts';
import { type OpenDatabase, openDatabase, queryRows } from '#server/db/database.ts';
import { isUnreachable } from '#server/db/outages.ts';
import { createDedicatedClient, defaultPoolLimits, openPool } from '#server/db/pool.ts';
import { runs } from '#server/db/schema.ts';
import { StoreUnreachableError } from '#server/files/outages.ts';
import type { FileStore } from '#server/files/store.ts';
import { createApp } from '#server/http/app.ts';
import { importRuns, recoverImports } from '#server/imports/importJob.ts';
import { createEventBus } from '#server/realtime/eventBus.ts';
import { begin, countProducts, goods } from '#tests/support/importing.ts';
import { openProxy } from '#tests/support/proxy.ts';
import { addProducts } from '#tests/support/records.ts';
import { type Answer, senderOf, useTestServer } from '#tests/support/server.ts';

/** In ms; as long as a busy machine may need to connect. */
const limits = { connect: 1000, silence: 200, probe: 2000, end: 1000 };

const away = { code: 504, status: 504, message: 'База данных не отвечает. Повторите через минуту' };
const seconds = ({ headers }: Answer): number => Number(headers.get('Retry-After'));

it('[O300] the limits of the product add up to 15 s at most', () => {
  const { connect, silence, probe } = defaultPoolLimits;
  // Silence is looked for four times in its length, so that it is noticed a quarter later.
  expect(connect + silence * 1.25 + 2 * probe).toBeLessThanOrEqual(15_000);
});

describe.skipIf(!inject('server').postgres)('A database that does not answer', () => {
  const server = useTestServer('postgres');
  let proxy: Awaited<ReturnType<typeof openProxy>>;
  let database: OpenDatabase;
  let send: ReturnType<typeof senderOf>;
  let refresh = '';
  let id = 0;

  beforeEach(async () => {
    const { deps, signIn } = server();
    proxy = await openProxy(deps.config.databaseUrl ?? '');
    database = await openDatabase({ databaseUrl: proxy.url, limits });
    const session = await signIn('admin');
    refresh = session.refresh;
    // As on a public address, where nothing but the database itself is asked.
    const config = { ...deps.config, host: '0.0.0.0' };
    send = senderOf(createApp({ ...deps, config, db: database.db, lockWait: 100 }), session.access);
    [{ id = 0 } = {}] = await addProducts(server(), { name: 'Чай' });
  });
  afterEach(async () => {
    proxy.close();
    await database.close();
  });

  const calls = (): Promise<Answer>[] => [
    send('GET', '/products'),
    send('PUT', `/products/${id}`, { name: 'Кофе' }),
    send('POST', '/auth/token/refresh', { refresh_token: refresh }),
    send('GET', '/health'),
  ];

  const missHeartbeats = () => server().db.update(runs).set({ heartbeat_at: sql`now() - interval '1 minute'` });

  const statuses = async () => (await Promise.all(calls())).map(({ status }) => status);

  it('[O601] statements are not compiled by the database, which costs more than it saves for short ones', async () => {
    const rows = await queryRows<{ jit: string }>(database.db, sql`show jit`);
    expect(rows).toEqual([{ jit: 'off' }]);
  });

  it.each(['lose', 'refuse'] as const)(
    '[I965] [Z70] an import whose connections %s everything is carried on once the database answers, also after deaths',
    async how => {
      const { deps, db } = server();
      const cut = { ...server(), deps: { ...deps, db: database.db, realtime: createEventBus() } };
      const { run, done } = await begin(cut, goods(1, 3000));
      const read = async () => (await db.select().from(runs).where(eq(runs.id, run.id)))[0];
      await vi.waitUntil(async () => ((await read())?.progress ?? 0) > 0, { interval: 1, timeout: 30_000 });
      await db.update(runs).set({ deaths: 3 });
      await proxy[how]();
      await done;
      await proxy.mend();
      // As the process does every few seconds.
      await importRuns.failSilent(cut.deps);
      expect(await read()).toMatchObject({ status: 'processing' });
      await missHeartbeats();
      const stop = await recoverImports({ ...deps, realtime: createEventBus() });
      await expect.poll(async () => (await read())?.status).toBe('finished');
      await stop();
      expect(await countProducts(server())).toBe(3001);
      expect(await read()).toMatchObject({ deaths: 3 });
    },
  );

  it('[Z70] a run whose file cannot be read, because the store of files is away, is carried on afterwards', async () => {
    const { deps, db } = server();
    const { config } = deps;
    deps.config = { ...config, roles: ['web'] };
    const { run, done } = await begin(server(), goods(1, 300));
    await done;
    deps.config = config;
    const read = async () => (await db.select().from(runs).where(eq(runs.id, run.id)))[0];
    const folder = mkdtempSync(join(tmpdir(), 'vitrina-elsewhere-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const elsewhere = (files: FileStore) => ({
      ...deps,
      files,
      config: { ...config, dataDir: folder },
      realtime: createEventBus(),
    });
    for (const _ of [1, 2, 3, 4, 5]) {
      const away = () => Promise.reject(new StoreUnreachableError('away'));
      const stop = await recoverImports(elsewhere({ ...deps.files, read: away }));
      await expect.poll(() => server().faults).not.toEqual([]);
      server().faults.length = 0;
      await stop();
      expect(await read()).toMatchObject({ status: 'processing' });
      await missHeartbeats();
    }
    const stop = await recoverImports(elsewhere(deps.files));
    await expect.poll(async () => (await read())?.status).toBe('finished');
    await stop();
    expect(await countProducts(server())).toBe(301);
  });

  it.each([
    ['a statement', () => database.db.execute(sql`select 1`)],
    [
      'a statement of a transaction',
      () =>
        database.db.transaction(async tx => {
          await tx.execute(sql`select 1`);
          proxy.lose();
          await tx.execute(sql`select 2`);
        }),
    ],
  ] as const)(
    '[O300] %s that is lost in an outage fails though the database answers again at once',
    async (what, run) => {
      await expect.poll(statuses).toEqual([200, 200, 200, 200]);
      if (what === 'a statement') proxy.lose();
      const lost = run().then(
        () => 'answered',
        (error: unknown) => isUnreachable(error),
      );
      await expect.poll(() => proxy.countLost()).toBeGreaterThan(0);
      await proxy.mend();
      expect(await lost).toBe(true);
      expect(await statuses()).toEqual([200, 200, 200, 200]);
    },
  );

  it('[O300] a transaction that pauses is left alone', async () => {
    const rows = await database.db.transaction(async tx => {
      await tx.execute(sql`select 1`);
      // Takes as long as several checks of the connections in use.
      await database.db.execute(sql`select pg_sleep(${(5 * limits.silence) / 1000})`);
      return queryRows(tx, sql`select 1 as one`);
    });
    expect(rows).toEqual([{ one: 1 }]);
  });

  it.each(['lose', 'refuse'] as const)(
    '[O300] while connections %s everything, each call is a 504 with `Retry-After`, then all calls succeed again',
    async how => {
      await expect.poll(statuses).toEqual([200, 200, 200, 200]);
      await proxy[how]();
      for (const answer of [...(await Promise.all(calls())), ...(await Promise.all(calls()))]) {
        expect(answer).toMatchObject(away);
        expect(seconds(answer)).toBeGreaterThan(0);
      }
      expect(server().faults).not.toEqual([]);
      expect(server().faults.filter(fault => typeof fault !== 'string')).toEqual([]);
      await proxy.mend();
      await expect.poll(statuses).toEqual([200, 200, 200, 200]);
    },
  );

  it.each(['lose', 'refuse'] as const)(
    '[O300] a transaction whose connection begins to %s everything fails, and nothing of it is written',
    async how => {
      const under = database.db.transaction(async tx => {
        await tx.execute(sql`update products set name = 'Кофе'`);
        await proxy[how]();
        await tx.execute(sql`select 1`);
      });
      await expect(under).rejects.toThrow();
      const { result } = await (await server().as('admin'))('GET', `/products/${id}`);
      expect(result).toMatchObject({ name: 'Чай' });
    },
  );

  it('[O300] a transaction that cannot begin releases its connection, so that the database can be closed', async () => {
    const own = await openDatabase({ databaseUrl: proxy.url, limits });
    await own.db.execute(sql`select 1`);
    proxy.lose();
    await expect(own.db.transaction(tx => tx.execute(sql`select 1`))).rejects.toSatisfy(isUnreachable);
    await proxy.mend();
    await expect(own.db.transaction(tx => tx.execute(sql`select 1`))).resolves.toMatchObject({ rowCount: 1 });
    await expect(own.close()).resolves.toBeUndefined();
  });

  it('[Z71] connections to a database that hangs are closed all the same, those in use too', async () => {
    const pool = openPool(proxy.url, { ...limits, silence: 60_000 });
    const inUse = await pool.connect();
    await pool.query('select 1');
    const client = createDedicatedClient(proxy.url, limits);
    await client.connect();
    proxy.hang();
    const asked = inUse.query('select 1').finally(() => inUse.release());
    const startedAt = performance.now();
    await Promise.all([pool.end(), client.end(), expect(asked).rejects.toThrow()]);
    expect(performance.now() - startedAt).toBeLessThan(limits.end + 1000);
  });

  it('[O300] a transaction without an available connection fails as unreachable', async () => {
    const { db, deps } = server();
    const url = new URL(deps.config.databaseUrl ?? '');
    const role = `guest_of${url.pathname.replaceAll(/\W/g, '_')}`;
    await db.execute(sql.raw(`create role ${role} login connection limit 0`));
    const pool = openPool(Object.assign(url, { username: role }).href, limits);
    const guest = drizzle(pool);
    await expect(guest.transaction(tx => tx.execute(sql`select 1`))).rejects.toSatisfy(isUnreachable);
    await expect(guest.execute(sql`select 1`)).rejects.toSatisfy(isUnreachable);
    await pool.end();
    await db.execute(sql.raw(`drop role ${role}`));
  });

  it('[O300] a statement with too many parameters is an error, not an unreachable database', async () => {
    const ids = Array.from({ length: 70_000 }, (_, at) => sql`${at}`);
    const asked = database.db.execute(sql`select 1 where 1 in (${sql.join(ids, sql`, `)})`);
    const error = await asked.then(String, (reason: unknown) => reason);
    expect(error).toMatchObject({ cause: { code: '08P01' } });
    expect(isUnreachable(error)).toBe(false);
  });

  it('[O300] a slow statement continues as long as the database responds', async () => {
    const silence = (limits.silence * 4) / 1000;
    await database.db.execute(sql`select pg_sleep(${silence})`);
  });

  it('[O301] a save that waits too long for another transaction is a 504 and changes nothing', async () => {
    await server().db.transaction(async tx => {
      await tx.execute(sql`update products set price = 1`);
      const answer = await send('PUT', `/products/${id}`, { name: 'Кофе' });
      expect(answer).toMatchObject({ status: 504, message: expect.stringContaining('массовая правка') as string });
      expect(seconds(answer)).toBeGreaterThan(0);
    });
    expect((await send('PUT', `/products/${id}`, { name: 'Кофе' })).status).toBe(200);
  });

  it('[X302] GET /health reports whether calls are answered, GET /health/live that the process runs', async () => {
    const visitor = (path: string) => send('GET', path);
    expect((await visitor('/health')).result).toMatchObject({ status: 'ok', database: 'postgres', version: RELEASE });
    await proxy.refuse();
    expect(await visitor('/health')).toMatchObject(away);
    expect((await visitor('/health/live')).result).toEqual({ status: 'ok', version: RELEASE, build: BUILD });
  });
});
