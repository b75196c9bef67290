import { rm } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { BUILD, RELEASE } from '#contract/limits.ts';
import type { System } from '#contract/system.ts';
import { variables as englishVariables } from '#i18n/en/variables.ts';
import { variables as russianVariables } from '#i18n/ru/variables.ts';
import { readConfig } from '#server/config.ts';
import { queryRows } from '#server/db/database.ts';
import { installation, processes, requestHours, runs } from '#server/db/schema.ts';
import { createApp } from '#server/http/app.ts';
import type { ServerDeps } from '#server/http/deps.ts';
import { importRuns } from '#server/imports/importJob.ts';
import { createEventBus } from '#server/realtime/eventBus.ts';
import { createPartReader } from '#server/system/parts.ts';
import { keepProcessRecord, writeProcessRecord } from '#server/system/processRecord.ts';
import { hoursQuery } from '#server/system/readDatabase.ts';
import { getRequestCounts } from '#server/system/requestCounts.ts';
import { hold } from '#tests/support/hold.ts';
import { addProducts } from '#tests/support/records.ts';
import { describeOnBoth, senderOf } from '#tests/support/server.ts';

const HOUR_MS = 3_600_000;

const valueOf = <T>(part: { value: T } | { error: string }): T => {
  if ('error' in part) throw new Error(part.error);
  return part.value;
};

it('[Z55] a part that is being read is not read a second time, but again once it has ended', async () => {
  const readPart = createPartReader();
  const silent = hold();
  const read = vi.fn(() => silent.released);
  const silentPart = { error: 'Не отвечает: ждали 3 с' };
  expect(await Promise.all([1, 2].map(() => readPart('slow', read, String)))).toEqual([silentPart, silentPart]);
  expect(read).toHaveBeenCalledTimes(1);
  silent.release();
  expect(await readPart('other', () => Promise.reject(new Error('gone')), String)).toEqual({ error: 'Error: gone' });
  expect(await readPart('slow', read, String)).toHaveProperty('value');
  expect(read).toHaveBeenCalledTimes(2);
});

describeOnBoth('The system page', server => {
  const adminOf = async (overrides: Partial<ServerDeps> = {}) =>
    senderOf(createApp({ ...server().deps, ...overrides }), (await server().signIn('admin')).access);
  const read = async (overrides?: Partial<ServerDeps>): Promise<System> =>
    (await (await adminOf(overrides))('GET', '/system')).result as System;
  /** Another server on the same database. */
  const another = (): ServerDeps => ({ ...server().deps, realtime: createEventBus() });

  it('[Z50] is closed to everybody without system.show, before anything is read', async () => {
    for (const role of ['content_manager', 'photographer', 'manager_matrix', 'visitor'] as const) {
      const send = await server().as(role);
      for (const [method, path] of [
        ['GET', '/system'],
        ['POST', '/system/mail'],
      ] as const) {
        const answer = await send(method, path);
        expect([role, path, answer.status]).toEqual([role, path, role === 'visitor' ? 401 : 403]);
        expect(answer.result ?? null).toBeNull();
      }
    }
    expect(server().mails).toEqual([]);
  });

  it('[Z51] names versions, the database, the queue, the last runs, the disk, files and mail', async () => {
    const { user } = await server().signIn('admin');
    const at = new Date();
    const run = { user_id: user.id, heartbeat_at: at };
    await server()
      .db.insert(runs)
      .values([
        { ...run, kind: 'import', status: 'failed', started_at: new Date(+at - 60_000), finished_at: at },
        { ...run, kind: 'sending', status: 'processing', progress: 40, started_at: at },
        {
          ...run,
          kind: 'undo',
          status: 'processing',
          started_at: at,
          user_id: 999,
          heartbeat_at: new Date(+at - 60_000),
        },
      ]);
    const system = await read();
    const { deps } = server();
    expect(system.version).toMatchObject({
      build: BUILD,
      release: RELEASE,
      node: process.versions.node,
      pid: process.pid,
    });
    const database = valueOf(system.database);
    expect(database).toMatchObject({
      kind: deps.databaseKind,
      version: expect.stringMatching(/^\d+/),
      schema: expect.any(String),
    });
    expect(database.bytes).toBeGreaterThan(1e6);
    expect(database.tables.map(({ name }) => name)).toContain('products');
    if (deps.databaseKind === 'embedded') expect(database.connections).toBeNull();
    else expect(database.connections?.used).toBeGreaterThan(0);
    expect(valueOf(system.runs)).toMatchObject([
      { kind: 'undo', user: null, is_waiting: true },
      { kind: 'sending', status: 'processing', user: 'Анна Берёзкина', is_waiting: false, finished_at: null },
      { kind: 'import', status: 'failed', finished_at: at.toISOString(), is_waiting: false },
    ]);
    expect(valueOf(system.queue)).toMatchObject({
      runs: [{ kind: 'undo' }, { kind: 'sending', progress: 40 }],
      due: 0,
      next_at: null,
    });
    expect(valueOf(system.disk)).toMatchObject({ folder: deps.config.dataDir });
    expect(valueOf(system.disk).free_bytes).toBeGreaterThan(0);
    expect(system.files).toMatchObject({ kind: 'folder', error: null, stored: { value: { pictures: 0, bytes: 0 } } });
    expect(system.mail).toEqual({
      kind: 'outbox',
      place: `${deps.config.dataDir}/outbox`,
      sender: 'vitrina@vitrina.example',
      error: null,
    });
  });

  it('[Z52] lists the servers that run, those that are silent, and those of another build', async () => {
    const { db, deps } = server();
    await db.insert(installation).values({ build: BUILD, secrets_digest: '' });
    const dead = { id: 'dead', host: 'b', pid: 2, build: '0.0.9', memory: 1, busy: 0, started_at: new Date(0) };
    await db.insert(processes).values([
      { ...dead, seen_at: new Date(Date.now() - 2 * HOUR_MS) },
      { ...dead, id: 'silent', seen_at: new Date(Date.now() - 60_000) },
      { ...dead, id: 'old', seen_at: new Date() },
    ]);
    // The embedded database has one server only, whatever is left of others.
    const isShared = deps.databaseKind === 'postgres';
    await writeProcessRecord(deps);
    const own = {
      host: expect.any(String),
      pid: process.pid,
      build: BUILD,
      roles: ['web', 'worker'],
      is_alive: true,
      is_outdated: false,
      runs: [],
    };
    const others = [
      { id: 'old', is_alive: true, is_outdated: true },
      { id: 'silent', is_alive: false, is_outdated: false },
    ];
    const found = valueOf((await read()).processes);
    expect(found).toMatchObject(isShared ? [...others, own] : [own]);
    const { memory_bytes, busy } = found.at(-1) ?? { memory_bytes: 0, busy: -1 };
    expect(memory_bytes).toBeGreaterThan(1e7);
    expect(busy).toBeGreaterThanOrEqual(0);
    expect(busy).toBeLessThanOrEqual(1);
  });

  it('[Z36] names the roles of a server', async () => {
    const { deps } = server();
    await writeProcessRecord({ ...deps, config: { ...deps.config, roles: ['worker'] } });
    expect(valueOf((await read()).processes)).toMatchObject([{ roles: ['worker'] }]);
  });

  it('[Z52] names the runs that a server carries out, as long as it does', async () => {
    const { deps } = server();
    const work = hold();
    const carried = importRuns.withHeartbeat(deps, { id: 7, attempt: 1 }, () => work.released);
    await writeProcessRecord(deps);
    expect(valueOf((await read()).processes)).toMatchObject([{ runs: [7] }]);
    work.release();
    await carried;
    await writeProcessRecord(deps);
    expect(valueOf((await read()).processes)).toMatchObject([{ runs: [] }]);
  });

  it('[Z52] a server that stops removes its record and leaves its counts', async () => {
    const deps = another();
    const stop = keepProcessRecord(deps);
    const send = await adminOf({ realtime: deps.realtime });
    await send('GET', '/profile');
    await expect.poll(async () => (await server().db.select().from(processes)).length).toBe(1);
    const [record] = await server().db.select().from(processes);
    expect(record?.busy).toBeLessThan(1);
    await stop();
    expect(await server().db.select().from(processes)).toEqual([]);
    expect(await server().db.select().from(requestHours)).toMatchObject([{ requests: 1, failed: 0 }]);
  });

  it('[Z54] counts calls of all servers by hour, failed ones apart, and probes not at all', async () => {
    const [first, second] = [another(), another()];
    const [one, two] = [await adminOf({ realtime: first.realtime }), await adminOf({ realtime: second.realtime })];
    for (const send of [one, one, two]) await send('GET', '/profile');
    await one('GET', '/health');
    const broken = { ...server().deps.files, check: () => Promise.reject(new Error('full')) };
    const failing = senderOf(createApp({ ...first, files: broken }), null);
    await failing('GET', '/health/ready');
    await failing('GET', '/nowhere');
    const db = {
      execute: () => Promise.reject(new Error('x')),
      select: () => {
        throw new Error('x');
      },
    } as unknown as ServerDeps['db'];
    await adminOf({ realtime: first.realtime, db }).then(send => send('GET', '/security-events'));
    await writeProcessRecord(first);
    await writeProcessRecord(second);
    await addProducts(server(), { name: 'Чай' });
    await (await server().as('admin'))('PUT', '/products/1', { name: 'Кофе' });
    const { user } = await server().signIn('admin');
    await server()
      .db.insert(runs)
      .values({ kind: 'import', status: 'failed', user_id: user.id, started_at: new Date(), heartbeat_at: new Date() });
    const hours = valueOf((await read()).hours);
    expect(hours).toHaveLength(24);
    // The hour may change in the middle of the test.
    const sum = (name: 'requests' | 'failed' | 'changes' | 'runs') =>
      hours.reduce((total, hour) => total + hour[name], 0);
    expect([sum('requests'), sum('failed'), sum('changes'), sum('runs')]).toEqual([5, 1, 1, 1]);
    expect(+new Date(hours.at(-1)?.at ?? 0) % HOUR_MS).toBe(0);
    expect(+new Date(hours.at(-1)?.at ?? 0) - +new Date(hours[0]?.at ?? 0)).toBe(23 * HOUR_MS);
  });

  it('[Z54] what could not be stored is stored later, in its hour', async () => {
    const deps = another();
    const at = new Date(Math.floor(Date.now() / HOUR_MS - 1) * HOUR_MS);
    getRequestCounts(deps).add({ at, requests: 1, failed: 1 });
    const insert: ServerDeps['db']['insert'] = table => {
      if ((table as object) === requestHours) throw new Error('away');
      return deps.db.insert(table);
    };
    const away = { insert } as ServerDeps['db'];
    await expect(writeProcessRecord({ ...deps, db: away })).rejects.toThrow('away');
    await writeProcessRecord(deps);
    await writeProcessRecord(deps);
    expect(await server().db.select().from(requestHours)).toMatchObject([{ at, requests: 1, failed: 1 }]);
  });

  it('[Z55] a part that fails or is silent says why, and hinders no other', async () => {
    let readings = 0;
    const files = { ...server().deps.files, check: () => Promise.reject(new Error('disk of files is gone')) };
    const mailer = {
      ...server().deps.mailer,
      check: () => {
        readings += 1;
        return new Promise<void>(() => {});
      },
    };
    await rm(server().deps.config.dataDir, { recursive: true });
    const send = await adminOf({ files, mailer });
    const system = (await send('GET', '/system')).result as System;
    expect(system.files.error).toBe('disk of files is gone');
    expect(system.mail.error).toBe('Не отвечает: ждали 3 с');
    expect(system.disk).toMatchObject({ error: expect.stringContaining('ENOENT') });
    expect(valueOf(system.database).kind).toBe(server().deps.databaseKind);
    await send('GET', '/system');
    expect(readings).toBe(1);
  });

  it('[Z54] the bars come from indexes, however long the history is', async () => {
    const { db } = server();
    await db.execute(sql`insert into batches (user_id, at, summary)
      select 1, now() - n * interval '10 minutes', '{}' from generate_series(1, 20000) n`);
    await db.execute(sql`analyze batches`);
    const plan = await queryRows<object>(db, sql`explain (costs off) ${hoursQuery}`);
    const lines = plan.map(row => String(Object.values(row)[0])).join('\n');
    expect(lines).toMatch(/Index Only Scan using batches_at/);
    expect(lines).not.toMatch(/Seq Scan on batches/);
  });

  it('[Z51] files and mail are asked at most once a minute while they answer, and at each reading while they do not', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    /** Time passes, but the computer's clock is set back by an hour. */
    const pass = (ms: number): void => {
      vi.advanceTimersByTime(ms);
      server().advance(-HOUR_MS);
    };
    const asked = { files: 0, mail: 0 };
    let isBroken = false;
    const count = (name: keyof typeof asked) => async () => {
      asked[name] += 1;
      if (isBroken) throw new Error('broken');
    };
    const files = { ...server().deps.files, check: count('files') };
    const mailer = { ...server().deps.mailer, check: count('mail') };
    const send = await adminOf({ files, mailer });
    await send('GET', '/system');
    pass(59_000);
    await send('GET', '/system');
    expect(asked).toEqual({ files: 1, mail: 1 });
    isBroken = true;
    pass(1000);
    for (const _ of [1, 2]) expect(((await send('GET', '/system')).result as System).files.error).toBe('broken');
    expect(asked).toEqual({ files: 3, mail: 3 });
    isBroken = false;
    expect(((await send('GET', '/system')).result as System).files.error).toBeNull();
    vi.useRealTimers();
  });

  it('[Z59] lists each variable with what it is for and what applies', async () => {
    const config = readConfig({ DATA_DIR: server().deps.config.dataDir, PORT: '4000', LOG_LEVEL: ' ' });
    const { settings } = await read({ config });
    expect(settings.map(({ name, about }) => [name, about])).toEqual(Object.entries(russianVariables));
    const find = (name: string) => settings.find(setting => setting.name === name);
    expect(find('PORT')).toMatchObject({ is_set: true, is_secret: false, value: '4000' });
    expect(find('LOG_LEVEL')).toMatchObject({ is_set: false, is_secret: false, value: 'info' });
    expect(find('SMTP_URL')).toMatchObject({ is_set: false, is_secret: false, value: '' });
    expect(find('SECRETS')).toMatchObject({ is_set: false, is_secret: true, value: null });
    const english = await (await adminOf())('GET', '/system', undefined, { 'Accept-Language': 'en' });
    expect((english.result as System).settings.map(({ about }) => about)).toEqual(Object.values(englishVariables));
  });
});
