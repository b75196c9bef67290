import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { API_BASE } from '#contract/limits.ts';
import { type ProcessRole, readConfig, StartupError } from '#server/config.ts';
import { cafes, products, runs } from '#server/db/schema.ts';
import { createApp } from '#server/http/app.ts';
import { importRuns, recoverImports } from '#server/imports/importJob.ts';
import { listCarriedRuns } from '#server/jobs/heartbeat.ts';
import { HEARTBEAT_INTERVAL_MS, SWEEP_INTERVAL_MS } from '#server/jobs/takeoverTimes.ts';
import { sendingRuns } from '#server/media/sending/sendingJob.ts';
import { writeProcessRecord } from '#server/system/processRecord.ts';
import {
  addCafe,
  addProduct,
  beginSending,
  openNetwork,
  says,
  sendingWithLog,
  useReceivers,
} from '#tests/support/cafes.ts';
import { eventually } from '#tests/support/eventually.ts';
import { hold } from '#tests/support/hold.ts';
import { begin, goods } from '#tests/support/importing.ts';
import { openTransaction } from '#tests/support/openTransaction.ts';
import { describeOnBoth, type TestServer, useTestServer } from '#tests/support/server.ts';
import { another, finished, logOf, statusOf, stopDuringTakeover } from '#tests/support/takeover.ts';

const receiver = useReceivers();

const withRoles = ({ deps }: TestServer, ...roles: ProcessRole[]) => ({ ...deps, config: { ...deps.config, roles } });

describeOnBoth('§9 A process with one role', server => {
  it('[Z32] that only answers calls leaves a run to a worker, which does not call it resumed', async () => {
    const { deps } = server();
    const { config } = deps;
    deps.config = withRoles(server(), 'web').config;
    const started = await begin(server(), goods(1, 300));
    expect((await started.done).status).toBe('processing');
    expect(await server().db.$count(products)).toBe(0);
    const stopWeb = await recoverImports(withRoles(server(), 'web'));
    expect(await statusOf(server(), started.run.id)).toBe('processing');
    deps.config = config;
    const stopWorker = await recoverImports(withRoles(server(), 'worker'));
    await finished(server(), started.run.id);
    await stopWorker();
    await stopWeb();
    expect(await server().db.$count(products)).toBe(300);
    const log = await logOf(server(), started.run.id);
    expect(log.filter(text => text.startsWith('Сервер перезапустился'))).toEqual([]);
    expect(log.filter(text => text.startsWith('Импорт завершён'))).toHaveLength(1);
    expect(server().faults).toEqual([]);
  });

  it('[Z38] carries on a run however often others have left it before one died, and is named as its server', async () => {
    const { deps } = server();
    const { config } = deps;
    deps.config = withRoles(server(), 'web').config;
    const { run, done } = await begin(server(), goods(1, 6000));
    await done;
    deps.config = config;
    for (let nth = 0; nth < 6; nth += 1) await (await recoverImports(another(server())))();
    await server().db.update(runs).set({ heartbeat_at: sql`now() - interval '1 minute'` });
    const last = another(server());
    const stop = await recoverImports(last);
    await eventually(async () => {
      const row = await server().db.query.runs.findFirst({ where: (one, { eq }) => eq(one.id, run.id) });
      expect(row?.counts['new']).toBeGreaterThan(0);
    });
    await writeProcessRecord(last);
    expect(await server().db.query.processes.findMany()).toMatchObject([{ runs: [run.id] }]);
    await finished(server(), run.id);
    await stop();
    expect(await server().db.$count(products)).toBe(6000);
  });

  it('[Z33] that only carries out runs answers probes and refuses calls', async () => {
    const app = createApp(withRoles(server(), 'worker'));
    expect((await app.request(`${API_BASE}/health/live`)).status).toBe(200);
    const refused = await app.request(`${API_BASE}/products`);
    expect([refused.status, await refused.json()]).toEqual([
      404,
      expect.objectContaining({ message: expect.stringContaining('только выполняет задания') }),
    ]);
  });
});

describe.skipIf(!inject('server').postgres)('§9 A worker beside one that died (PostgreSQL)', () => {
  const server = useTestServer('postgres');
  afterEach(() => {
    vi.useRealTimers();
  });
  const attemptOf = async (id: number) =>
    (await server().db.query.runs.findFirst({ where: (run, { eq }) => eq(run.id, id) }))?.attempt;
  const missHeartbeats = (ms: number) =>
    server()
      .db.update(runs)
      .set({ heartbeat_at: sql`now() - make_interval(secs => ${ms / 1000})` });

  const leaveImport = async () => {
    const { config } = server().deps;
    server().deps.config = withRoles(server(), 'web').config;
    const { run, done } = await begin(server(), goods(1, 300));
    await done;
    server().deps.config = config;
    return run;
  };

  it('[Z48] does not stop while it looks for runs, since it would begin what it finds', async () => {
    const worker = another(server());
    const stop = await recoverImports(worker);
    const { id } = await leaveImport();
    const unlock = await openTransaction(server(), tx => tx.execute(sql`lock table runs`));
    worker.realtime.send({ waitingRun: 'import' });
    let hasStopped = false;
    const stopping = stop().then(() => {
      hasStopped = true;
    });
    await server().db.$count(products);
    expect(hasStopped).toBe(false);
    await unlock();
    await stopping;
    expect(listCarriedRuns(worker)).toEqual([]);
    expect(await statusOf(server(), id)).toBe('processing');
    const stopLast = await recoverImports(another(server()));
    await finished(server(), id);
    await stopLast();
  });

  it('[Z39] carries its run on within 15 s, and not while it has missed two heartbeats', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const worker = another(server());
    const stop = await recoverImports(worker);
    const run = await leaveImport();
    const attempt = await attemptOf(run.id);
    await missHeartbeats(2 * HEARTBEAT_INTERVAL_MS);
    await importRuns.failSilent(worker);
    expect(await attemptOf(run.id)).toBe(attempt);
    await missHeartbeats(15_000 - SWEEP_INTERVAL_MS);
    vi.advanceTimersByTime(SWEEP_INTERVAL_MS);
    // Otherwise, waiting would let further intervals pass.
    vi.useRealTimers();
    await finished(server(), run.id);
    await stop();
    expect(await server().db.$count(products)).toBe(300);
  });
});

it('[Z33] the roles are separated only with PostgreSQL, and only known ones are accepted', () => {
  const read = (environment: Record<string, string>) => () => readConfig(environment).roles;
  expect(read({})()).toEqual(['web', 'worker']);
  expect(read({ ROLES: 'worker', DATABASE_URL: 'postgres://host/db' })()).toEqual(['worker']);
  expect(read({ ROLES: 'web, worker' })()).toEqual(['web', 'worker']);
  for (const ROLES of ['web', 'worker', 'web,web']) expect(read({ ROLES })).toThrow(StartupError);
  for (const ROLES of ['webs', 'web,', 'WEB'])
    expect(read({ ROLES, DATABASE_URL: 'postgres://host/db' })).toThrow(/ROLES/);
});

describeOnBoth('§9 A sending whose process is gone', server => {
  it.each([false, true])('[Z34] is carried on with what the cafes have not acknowledged, sent anew: %s', async anew => {
    openNetwork(server());
    const there = await receiver();
    const { cafe } = await addCafe(server(), { address: there.address });
    const ids = [await addProduct(server(), 'Латте', 'a', 'b'), await addProduct(server(), 'Раф', 'c', 'd')];
    if (anew) await (await beginSending(server(), { ids, cafes: [cafe] })).done;
    there.files.length = 0;
    const delivery = hold();
    let left = 4;
    there.answer(async (request, response, body) => {
      left -= 1;
      if (left < 0) await delivery.released;
      return says(201)(request, response, body);
    });
    const stop = await sendingRuns.recover(server().deps);
    const { run, done } = await beginSending(server(), { ids, cafes: [cafe], anew });
    await eventually(async () =>
      expect((await sendingWithLog(server(), run.id)).counts).toMatchObject({ sent: 4, failed: 0 }),
    );
    const stopping = stop();
    delivery.release();
    await stopping;
    expect((await done).status).toBe('processing');
    const known = new Set(there.files.slice(0, 4).map(({ path }) => path));
    there.answer(says(201));
    await server().db.update(cafes).set({ archived: true });
    const stopSecond = await sendingRuns.recover(another(server()));
    await finished(server(), run.id);
    await stopSecond();
    const { counts, progress, ...sending } = await sendingWithLog(server(), run.id);
    expect({ counts, progress, status: sending.cafes[0]?.status }).toEqual({
      counts: { sent: 6, failed: 0, unchanged: expect.any(Number) },
      progress: 100,
      status: 'finished',
    });
    const paths = there.files.map(({ path }) => path);
    expect(new Set(paths).size).toBe(6);
    for (const path of known) expect(paths.filter(other => other === path)).toHaveLength(1);
    expect(await logOf(server(), run.id)).toContain('Сервер перезапустился, отправка медиа продолжается');
    expect(server().faults).toEqual([]);
  });

  it.each([1, 2])('[Z48] is left to the next process by one that stops before it begins it (%s)', async at => {
    openNetwork(server());
    const there = await receiver();
    const { cafe } = await addCafe(server(), { address: there.address });
    const ids = [await addProduct(server(), 'Латте', 'a')];
    const { config } = server().deps;
    const leaveRun = async () => {
      server().deps.config = withRoles(server(), 'web').config;
      const { run, done } = await beginSending(server(), { ids, cafes: [cafe] });
      await done;
      server().deps.config = config;
      return run.id;
    };
    const id = await stopDuringTakeover(server(), sendingRuns, { leaveRun, at });
    expect(there.files).toEqual([]);
    const stop = await sendingRuns.recover(another(server()));
    await finished(server(), id);
    await stop();
    expect(server().faults).toEqual([]);
  });

  it('[Z34] ends as failed where its author may not send any more', async () => {
    openNetwork(server());
    const { cafe } = await addCafe(server(), { address: (await receiver()).address });
    const ids = [await addProduct(server(), 'Латте', 'a')];
    server().deps.config = withRoles(server(), 'web').config;
    const { run } = await beginSending(server(), { ids, cafes: [cafe] });
    server().deps.config = withRoles(server(), 'web', 'worker').config;
    await server().db.execute(sql`update users set status = 'blocked'`);
    const stop = await sendingRuns.recover(another(server()));
    await eventually(async () => expect(await statusOf(server(), run.id)).toBe('failed'));
    await stop();
    expect((await sendingWithLog(server(), run.id)).cafes[0]?.status).toBe('canceled');
  });
});
