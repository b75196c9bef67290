import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { API_BASE } from '#contract/limits.ts';
import { readConfig } from '#server/config.ts';
import { runs, users } from '#server/db/schema.ts';
import { startImport } from '#server/imports/importJob.ts';
import { createTracing } from '#server/tracing/createTracing.ts';
import { inTrace } from '#server/tracing/span.ts';
import { startUndo, undoRuns } from '#server/undo/undoRun.ts';
import { undoStore } from '#server/undo/undoStore.ts';
import { addCafe, addProduct, openNetwork, sendMedia, useReceivers } from '#tests/support/cafes.ts';
import type { ReceivedSpan } from '#tests/support/collector.ts';
import { eventually } from '#tests/support/eventually.ts';
import { callerOf, formOf, goods, header, IMPORT, nextEvent } from '#tests/support/importing.ts';
import { recordLog } from '#tests/support/log.ts';
import { describeOnBoth, senderOf, useTestServer } from '#tests/support/server.ts';
import { addShops, SITE, synchronize } from '#tests/support/synchronization.ts';
import { csvOf, fileOf } from '#tests/support/tables.ts';
import { childrenOf, named, useTraces } from '#tests/support/traces.ts';
import { batchOf } from '#tests/support/undoing.ts';

describeOnBoth('Traces of calls', server => {
  const { start, collector } = useTraces(server);

  it('[Z41] [Z42] a call is a span with its id, and its statements are below it', async () => {
    const { app, spans } = await start();
    const { access } = await server().signIn('admin');
    const answer = await senderOf(app, access)('GET', '/products?page=1', undefined, { 'X-Request-Id': 'asked-1' });
    expect([answer.status, answer.headers.get('X-Request-Id')]).toEqual([200, 'asked-1']);
    const all = await spans();
    const call = named(all, 'GET /api/products');
    expect(call).toMatchObject({
      kind: 2,
      isFailed: false,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/api/products',
        'http.response.status_code': 200,
        'vitrina.request.id': 'asked-1',
      },
    });
    expect(call.parentSpanId).toBeUndefined();
    const statements = childrenOf(all, call);
    expect(statements.length).toBeGreaterThan(1);
    for (const { traceId, kind, attributes } of statements)
      expect([traceId, kind, attributes['db.system.name'], typeof attributes['db.query.text']]).toEqual([
        call.traceId,
        3,
        'postgresql',
        'string',
      ]);
    expect(statements.map(({ name }) => name)).toEqual(['select sessions', 'select products', 'select products']);
    expect(collector().resource()).toMatchObject({ 'service.name': 'vitrina' });
    expect(collector().received.map(({ path }) => path)).toEqual(['/v1/traces']);
  });

  it('[Z42] each of many calls at once has its own statements, however they wait for a connection', async () => {
    const { app, spans } = await start();
    const { access } = await server().signIn('admin');
    const send = senderOf(app, access);
    await Promise.all(Array.from({ length: 40 }, () => send('GET', '/products?page=1')));
    const all = await spans();
    const calls = all.filter(({ name }) => name === 'GET /api/products');
    expect(new Set(calls.map(({ traceId }) => traceId)).size).toBe(40);
    for (const call of calls)
      expect(childrenOf(all, call).map(({ name, traceId }) => [name, traceId])).toEqual(
        expect.arrayContaining([
          ['select sessions', call.traceId],
          ['select products', call.traceId],
        ]),
      );
  });

  it('[Z42] a transaction is a span around its statements', async () => {
    const { app, spans } = await start();
    const { access } = await server().signIn('admin');
    const { status } = await senderOf(app, access)('POST', '/language', { code: 'de', name: 'Немецкий' });
    expect(status).toBe(200);
    const all = await spans();
    const transaction = childrenOf(all, named(all, 'POST /api/language')).find(({ name }) => name === 'transaction');
    if (!transaction) throw new Error('no transaction');
    const statements = childrenOf(all, transaction);
    expect(statements.map(({ name }) => name)).toContain('insert languages');
    expect(statements.map(({ attributes }) => attributes['db.query.text']).join()).toContain('$1');
  });

  it('[Z42] [Z45] of a failed statement the state is recorded, and neither its values nor its message', async () => {
    const { tracing, spans } = await start();
    const { user } = await server().signIn('admin');
    const { id: _, ...values } = user;
    const insert = () => inTrace(tracing, 'twice', {}, () => server().db.insert(users).values(values));
    await expect(insert()).rejects.toThrow();
    const all = await spans();
    expect(named(all, 'insert users')).toMatchObject({ isFailed: true, attributes: { 'error.type': '23505' } });
    expect(named(all, 'twice')).toMatchObject({ isFailed: true, attributes: { 'error.type': '23505' } });
    for (const { body } of collector().received) expect(body).not.toContain(user.email);
  });

  it('[Z44] an import is a trace of its own, with a link to its call, and with stages and batches', async () => {
    const { app, spans } = await start();
    const { access } = await server().signIn('content_manager');
    const over = nextEvent(server(), 'IMPORT_READY');
    const table = formOf(['table', csvOf([header, ...goods(1, 3)])]);
    const answer = await senderOf(app, access)('POST', IMPORT, table, { 'X-Request-Id': 'asked-2' });
    expect(answer.status).toBe(200);
    await over;
    await server().deps.backgroundTasks.whenSettled();
    const all = await spans();
    const call = named(all, `POST /api${IMPORT}`);
    const run = named(all, 'run import');
    expect(run.traceId).not.toBe(call.traceId);
    expect(run.links).toMatchObject([{ traceId: call.traceId, spanId: call.spanId }]);
    expect(run.parentSpanId).toBeUndefined();
    expect(run.isFailed).toBe(false);
    expect(run.attributes).toMatchObject({ 'vitrina.run.id': 1, 'vitrina.request.id': 'asked-2' });
    const execution = childrenOf(all, run).find(({ name }) => name === 'execute');
    if (!execution) throw new Error('no execution');
    const stages = childrenOf(all, execution);
    expect(stages.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['write rows', 'archive absent products', 'add images', 'post-processing']),
    );
    const batch = childrenOf(all, named(stages, 'write rows')).find(({ name }) => name === 'batch');
    if (!batch) throw new Error('no batch');
    expect(childrenOf(all, batch).map(({ name }) => name)).toContain('transaction');
    for (const { body } of collector().received) expect(body).not.toContain('Товар');
  });

  it('[Z44] a run that fails is marked', async () => {
    const { deps, spans } = await start({}, { requireRoom: () => Promise.reject(new RangeError('no room: secret')) });
    const { user } = await server().signIn('content_manager');
    const path = fileOf(csvOf([header, ...goods(1, 3)]));
    const { done } = await startImport(deps, { path, fileName: 'товары.csv', user: callerOf(user) });
    expect((await done).status).toBe('failed');
    const run = named(await spans(), 'run import');
    expect(run).toMatchObject({ isFailed: true, links: [], attributes: { 'error.type': 'RangeError' } });
    for (const { body } of collector().received) expect(body).not.toContain('no room');
  });
});

describeOnBoth('Traces of other runs', server => {
  const { start } = useTraces(server);
  const receiver = useReceivers();
  beforeEach(() => openNetwork(server()));

  const stagesOf = (spans: readonly ReceivedSpan[], run: string) =>
    childrenOf(spans, named(spans, run)).flatMap(stage => [stage, ...childrenOf(spans, stage)].map(({ name }) => name));

  it('[Z44] a publication', async () => {
    const { spans } = await start();
    await addShops(server());
    await (await server().as('admin'))('POST', '/products', { name: 'Латте' });
    await synchronize(server(), [SITE]);
    const stages = stagesOf(await spans(), 'run synchronization');
    expect(stages).toEqual(expect.arrayContaining(['execute', 'batch', 'finish', 'transaction']));
  });

  it('[Z44] a sending, with its cafes', async () => {
    const { spans } = await start();
    const { address } = await receiver();
    const { cafe } = await addCafe(server(), { address });
    await sendMedia(server(), { ids: [await addProduct(server(), 'Латте', 'a')], cafes: [cafe] });
    const all = await spans();
    expect(stagesOf(all, 'run sending media')).toEqual(expect.arrayContaining(['execute', 'send to a cafe', 'finish']));
    expect(named(all, 'send to a cafe').attributes).toEqual({ 'vitrina.cafe.id': cafe.id });
  });

  it('[Z44] an undo', async () => {
    const { deps, spans } = await start();
    const answer = await (await server().as('admin'))('POST', '/products', { name: 'Латте' });
    const { user } = await server().signIn('admin');
    const { done } = await startUndo(deps, callerOf(user), { batchId: batchOf(answer), overwrite: [] });
    expect(await done).toMatchObject({ status: 'finished' });
    expect(stagesOf(await spans(), 'run undo')).toEqual(expect.arrayContaining(['execute', 'batch', 'finish']));
  });

  it('[Z44] one that another process carries on, by its number and attempt', async () => {
    const { deps, spans } = await start();
    const batch_id = batchOf(await (await server().as('admin'))('POST', '/products', { name: 'Латте' }));
    const starter = { id: (await server().signIn('admin')).user.id, actorId: null };
    const details = { batch_id, overwrite: [], done: 0 };
    const id = await undoStore.insertRun(deps.db, { starter, at: deps.clock(), details });
    await deps.db.update(runs).set({ heartbeat_at: new Date(0) });
    const stop = await undoRuns.recover(deps);
    await deps.backgroundTasks.whenSettled();
    await stop();
    expect(named(await spans(), 'run undo')).toMatchObject({
      links: [],
      attributes: { 'vitrina.run.id': id, 'vitrina.run.attempt': 2 },
    });
  });
});

describe('The collector', () => {
  const server = useTestServer();
  const { start, collector } = useTraces(server);

  it('[Z46] that does not answer delays neither a call nor, for long, the end of the server', async () => {
    const { app, tracing } = await start();
    collector().answerWith(null);
    // More than a batch, so that a delivery is under way.
    for (let call = 0; call < 600; call += 1) {
      const startedAt = performance.now();
      expect((await app.request(`${API_BASE}/nowhere`)).status).toBe(404);
      expect(performance.now() - startedAt).toBeLessThan(1000);
    }
    await eventually(() => expect(collector().received.length).toBeGreaterThan(0));
    expect((await app.request(`${API_BASE}/nowhere`)).status).toBe(404);
    const startedAt = performance.now();
    await tracing.close();
    expect(performance.now() - startedAt).toBeLessThan(3000);
  });

  it('[Z46] is logged once when it is away, and once when it is back', async () => {
    const { log, entries } = recordLog('info');
    const { app } = await start({}, { log, config: { ...server().deps.config, accessLog: false } });
    const send = async (batches: number) => {
      for (let call = 0; call < 512 * batches; call += 1) await app.request(`${API_BASE}/nowhere`);
    };
    collector().answerWith(400);
    await send(1);
    await eventually(() => expect(entries()).toMatchObject([{ message: 'traces are not delivered' }]));
    await send(1);
    await eventually(() => expect(collector().received.length).toBe(2));
    collector().answerWith(200);
    await send(1);
    await eventually(() =>
      expect(entries()).toMatchObject([
        { level: 'error', message: 'traces are not delivered' },
        { level: 'info', message: 'traces are delivered again' },
      ]),
    );
  });

  it('[Z40] gets its headers, and is none without an address', async () => {
    const headers = 'Authorization=Bearer%20tayna-1,x-tenant=shop';
    const { app, spans } = await start({ OTEL_EXPORTER_OTLP_HEADERS: headers, OTEL_SERVICE_NAME: 'vitrina-2' });
    await app.request(`${API_BASE}/nowhere`);
    await spans();
    expect(collector().received[0]?.headers).toMatchObject({ authorization: 'Bearer tayna-1', 'x-tenant': 'shop' });
    expect(collector().resource()).toMatchObject({ 'service.name': 'vitrina-2' });
    expect(await createTracing(readConfig({}), server().deps.log)).toBeUndefined();
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://name:kryzhovnik@collector:4318'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'Authorization: kryzhovnik'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'Authorization=kryzhovnik%zz'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ])('[Z40] %s is refused when wrong', (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(`Переменная ${name}:`);
    expect(read).not.toThrow('kryzhovnik');
  });

  it('[Z40] the address may have a path', () => {
    for (const address of ['http://collector:4318/otlp', 'http://collector:4318/otlp/'])
      expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: address }).traces?.url).toBe(
        'http://collector:4318/otlp/v1/traces',
      );
  });

  it('[Z42] a statement outside of a trace is none', async () => {
    const { spans } = await start();
    await server().db.execute(sql`select 1`);
    expect(await spans()).toEqual([]);
  });
});
