import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { io } from 'socket.io-client';
import { describe, expect, it } from 'vitest';
import { API_BASE, BUILD, RELEASE, socketOptions } from '#contract/limits.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/database.ts';
import { importSchedules, runs } from '#server/db/schema.ts';
import { createApp } from '#server/http/app.ts';
import type { ServerDeps } from '#server/http/deps.ts';
import { createMetrics } from '#server/metrics/metrics.ts';
import { serveMetrics } from '#server/metrics/serveMetrics.ts';
import { serveSockets } from '#server/realtime/realtime.ts';
import { scheduleCalls } from '#tests/support/schedules.ts';
import { describeOnBoth, senderOf, useTestServer } from '#tests/support/server.ts';
import { NEVER_SILENT } from '#tests/support/silentRuns.ts';

const TOKEN = 'a-token-for-prometheus';

/** Value by name and labels, as in the text. Fails at a line that Prometheus would not read. */
const parse = (text: string): Map<string, number> => {
  const values = new Map<string, number>();
  const declared = new Set<string>();
  for (const line of text.split('\n').filter(Boolean)) {
    const [, comment, name = ''] = /^# (HELP|TYPE) (\w+) \S/.exec(line) ?? [];
    if (comment) {
      expect(declared).not.toContain(`${comment} ${name}`);
      declared.add(`${comment} ${name}`);
      continue;
    }
    const [, sample = '', metric = '', value] =
      /^((\w+?)(?:_bucket|_sum|_count)?(?:\{\w+="(?:[^"\\\n]|\\["\\n])*"(?:,\w+="(?:[^"\\\n]|\\["\\n])*")*\})?) (\S+)$/.exec(
        line,
      ) ?? [];
    expect([line, declared.has(`TYPE ${metric}`) && declared.has(`HELP ${metric}`)]).toEqual([line, true]);
    expect(values).not.toContain(sample);
    values.set(sample, value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value));
    expect([line, values.get(sample)]).not.toContain(Number.NaN);
  }
  return values;
};

const serve = (deps: ServerDeps, countSockets = () => 0) => {
  const metrics = createMetrics({ db: deps.db, kind: deps.databaseKind, countSockets });
  const app = createApp({ ...deps, metrics });
  serveMetrics(app, { metricsToken: TOKEN }, metrics);
  const read = async () =>
    parse(await (await app.request('/metrics', { headers: { Authorization: `Bearer ${TOKEN}` } })).text());
  return { app, read };
};

describe('Who may read the metrics', () => {
  const server = useTestServer();
  const ask = (authorization: string | undefined, metricsToken: string | undefined = TOKEN) => {
    const { deps } = server();
    const app = createApp(deps);
    const sources = { db: deps.db, kind: deps.databaseKind, countSockets: () => 0 };
    serveMetrics(app, { metricsToken }, metricsToken ? createMetrics(sources) : undefined);
    return app.request('/metrics', { headers: authorization ? { Authorization: authorization } : {} });
  };

  it('[Z29] whoever sends the token', async () => {
    const answer = await ask(`Bearer ${TOKEN}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(parse(await answer.text()).size).toBeGreaterThan(20);
  });

  it.each([
    ['no token', undefined],
    ['another one', `Bearer ${TOKEN}x`],
    ['a part of it', `Bearer ${TOKEN.slice(0, -1)}`],
    ['another scheme', `Basic ${TOKEN}`],
    ['an empty one', 'Bearer '],
  ])('[Z29] not with %s', async (_, authorization) => {
    const answer = await ask(authorization);
    expect([answer.status, await answer.text()]).toEqual([401, '']);
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
  });

  it('[Z29] nobody where no token is set', async () => {
    for (const authorization of [undefined, 'Bearer ', 'Bearer undefined', `Bearer ${TOKEN}`]) {
      const answer = await ask(authorization, '');
      expect([authorization, answer.status, await answer.text()]).toEqual([authorization, 404, '']);
    }
  });

  it('[Z29] a short token is refused at the start without being shown', () => {
    expect(readConfig({}).metricsToken).toBeUndefined();
    expect(readConfig({ METRICS_TOKEN: TOKEN }).metricsToken).toBe(TOKEN);
    for (const token of ['short', 'with a space in it'])
      expect(() => readConfig({ METRICS_TOKEN: token })).toThrow(
        /^Переменная METRICS_TOKEN: нужно не меньше 16 знаков/,
      );
    expect(() => readConfig({ METRICS_TOKEN: 'short' })).not.toThrow('short');
  });
});

describeOnBoth('The metrics', server => {
  const { begin, profile, schedule } = scheduleCalls(server);

  it('[Z30] count the calls by method, pattern and status, and time them', async () => {
    const { app, read } = serve(server().deps);
    const { access } = await server().signIn('admin');
    const headers = { Authorization: `Bearer ${access}`, 'Content-Type': 'application/json' };
    for (const path of ['/products/1', '/products/2', '/products/ids', '/nowhere/1', '/nowhere/2'])
      await app.request(`${API_BASE}${path}`, { headers });
    const large = { method: 'POST', headers, body: 'x'.repeat(2 ** 20 + 1) };
    await app.request(`${API_BASE}/products`, large);
    const values = await read();
    const requests = [...values].filter(([name]) => name.startsWith('vitrina_requests_total'));
    expect(Object.fromEntries(requests)).toEqual({
      'vitrina_requests_total{method="GET",route="/api/products/:id",status="404"}': 2,
      'vitrina_requests_total{method="GET",route="/api/products/ids",status="200"}': 1,
      'vitrina_requests_total{method="GET",route="unknown",status="404"}': 2,
      'vitrina_requests_total{method="POST",route="/api/products",status="413"}': 1,
    });
    const duration = 'vitrina_request_duration_seconds';
    expect(values.get(`${duration}_count{method="GET",route="/api/products/:id"}`)).toBe(2);
    expect(values.get(`${duration}_bucket{le="+Inf",method="GET",route="/api/products/:id"}`)).toBe(2);
    expect(values.get(`${duration}_sum{method="GET",route="/api/products/:id"}`)).toBeGreaterThan(0);
  });

  it('[Z30] count what failed with a status of 500 or above also where nothing has failed yet', async () => {
    const metrics = createMetrics({ db: server().db, kind: server().deps.databaseKind, countSockets: () => 0 });
    const failures = async () => parse(await metrics.read()).get('vitrina_failed_requests_total');
    expect(await failures()).toBe(0);
    const call = { method: 'GET', route: '/api/products', seconds: 0 };
    for (const status of [499, 500, 504]) metrics.countRequest({ ...call, status });
    metrics.countRequest({ ...call, route: '/api/health/ready', status: 504 });
    expect(await failures()).toBe(2);
  });

  it('[Z31] name the build, the database, the jobs and the readings that are due', async () => {
    const { deps, db } = server();
    const send = await begin();
    await schedule(send, (await profile(send)).id);
    await db.update(importSchedules).set({ next_at: new Date(0) });
    const [started_at, { user }] = [new Date(), await server().signIn('admin')];
    const job = { user_id: user.id, started_at, heartbeat_at: NEVER_SILENT };
    await db.insert(runs).values([
      { ...job, kind: 'import', status: 'processing' },
      { ...job, kind: 'import', status: 'failed' },
      { ...job, kind: 'import', status: 'failed' },
    ]);
    const values = await serve(deps).read();
    const labels = `build="${BUILD}",release="${RELEASE}",database="${deps.databaseKind}",node="${process.versions.node}"`;
    expect(values.get(`vitrina_build_info{${labels}}`)).toBe(1);
    expect(values.get('vitrina_database_up')).toBe(1);
    expect(values.get('vitrina_jobs{kind="import",status="processing"}')).toBe(1);
    expect(values.get('vitrina_jobs{kind="import",status="failed"}')).toBe(2);
    expect(values.get('vitrina_jobs{kind="undo",status="failed"}')).toBe(0);
    expect(values.get('vitrina_due_readings')).toBe(1);
    await db.update(importSchedules).set({ next_at: new Date('2999-01-01') });
    expect((await serve(deps).read()).get('vitrina_due_readings')).toBe(0);
  });

  it('[Z31] show the connections of a pool', async () => {
    const { databaseUrl } = server().deps.config;
    const database = databaseUrl ? await openDatabase({ databaseUrl }) : null;
    const { db, databaseKind } = server().deps;
    const metrics = createMetrics({ db, kind: databaseKind, ...database, countSockets: () => 0 });
    await database?.db.execute('select 1');
    const values = parse(await metrics.read());
    const states = ['total', 'idle', 'waiting'].map(state =>
      values.get(`vitrina_database_connections{state="${state}"}`),
    );
    expect(states).toEqual(database ? [expect.any(Number), expect.any(Number), 0] : [undefined, undefined, undefined]);
    if (database) expect(states[0]).toBeGreaterThan(0);
    await database?.close();
  });
});

describe('The metrics of the process', () => {
  const server = useTestServer();

  it('[Z31] show the delay of the event loop, memory and processor time', async () => {
    const { read } = serve(server().deps);
    await new Promise(resolve => setTimeout(resolve, 50));
    const until = performance.now() + 200;
    while (performance.now() < until);
    await new Promise(resolve => setTimeout(resolve, 50));
    const values = await read();
    expect(values.get('nodejs_eventloop_lag_max_seconds')).toBeGreaterThan(0.1);
    expect(values.get('nodejs_eventloop_lag_p50_seconds')).toBeLessThan(0.1);
    expect(values.get('process_resident_memory_bytes')).toBeGreaterThan(1e7);
    for (const name of ['nodejs_heap_size_used_bytes', 'nodejs_external_memory_bytes', 'process_cpu_seconds_total'])
      expect(values.get(name)).toBeGreaterThan(0);
    expect(
      Math.abs((values.get('process_start_time_seconds') ?? 0) + process.uptime() - Date.now() / 1000),
    ).toBeLessThan(2);
    expect((await read()).get('nodejs_eventloop_lag_max_seconds')).toBeLessThan(0.1);
  });

  it('[Z31] count the open sockets', async () => {
    const { deps } = server();
    const http = createServer();
    const sockets = serveSockets(deps, http);
    const { read } = serve(deps, sockets.count);
    await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
    const { access } = await server().signIn('accountant');
    const { result } = await senderOf(server().app, access)('GET', '/web-socket/get-token');
    const count = async () => (await read()).get('vitrina_sockets');
    expect(await count()).toBe(0);
    const socket = io(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, {
      path: socketOptions.path,
      query: result as { token: string },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    });
    await expect.poll(count).toBe(1);
    socket.disconnect();
    await expect.poll(count).toBe(0);
    await sockets.close();
  });

  it('[Z31] are there while the database is away', async () => {
    const { deps } = server();
    for (const execute of [() => Promise.reject(new Error('away')), () => new Promise(() => undefined)]) {
      const db = { ...deps.db, execute } as unknown as ServerDeps['db'];
      const values = await serve({ ...deps, db }).read();
      expect(values.get('vitrina_database_up')).toBe(0);
      expect([...values.keys()].filter(name => /jobs|readings/.test(name))).toEqual([]);
      expect(values.get('process_resident_memory_bytes')).toBeGreaterThan(0);
    }
  });
});
