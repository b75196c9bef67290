import { io } from 'socket.io-client';
import { describe, expect, inject, it } from 'vitest';
import { channels } from '#contract/events.ts';
import { API_BASE, socketOptions } from '#contract/limits.ts';
import { inTrace } from '#server/tracing/span.ts';
import { recordLog } from '#tests/support/log.ts';
import { senderOf, useTestServer } from '#tests/support/server.ts';
import { childrenOf, named, useTraces } from '#tests/support/traces.ts';

const WRONG_PASSWORD = 'лунный-камень-47';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

describe('What a trace has of a call', () => {
  const server = useTestServer();
  const { start, collector } = useTraces(server);
  const traceparent = `00-${TRACE}-${PARENT}-01`;

  it('[Z41] an unknown address is recorded without its path, and a probe is not', async () => {
    const { app, spans } = await start();
    await app.request(`${API_BASE}/health`);
    await app.request(`${API_BASE}/somewhere/olga@example.com`);
    expect((await spans()).map(({ name, attributes }) => [name, attributes['http.response.status_code']])).toEqual([
      ['GET', 404],
    ]);
    for (const { body } of collector().received) expect(body).not.toContain('somewhere');
  });

  it('[Z41] a fault is marked by its status', async () => {
    const clock = () => {
      throw new Error('no time');
    };
    const { app, spans } = await start({}, { clock });
    await senderOf(app, null)('POST', '/auth/restore', { email: 'olga@example.com' });
    expect(named(await spans(), 'POST /api/auth/restore')).toMatchObject({
      isFailed: true,
      attributes: { 'error.type': '500' },
    });
  });

  it('[Z41] the trace of a proxy is continued', async () => {
    const config = { ...server().deps.config, proxies: 1 };
    const { app, spans } = await start({}, { config });
    for (const value of [traceparent, `00-${TRACE}-${PARENT}-00`, `00-${'0'.repeat(32)}-${PARENT}-01`, 'none'])
      await app.request(`${API_BASE}/nowhere`, { headers: { traceparent: value } });
    const [continued, ...others] = await spans();
    expect(continued).toMatchObject({ traceId: TRACE, parentSpanId: PARENT });
    // The proxy has left the second one out; the last two are none.
    expect(others.map(({ traceId }) => traceId === TRACE)).toEqual([false, false]);
  });

  it('[Z41] that of a stranger is not', async () => {
    const { app, spans } = await start();
    await app.request(`${API_BASE}/nowhere`, { headers: { traceparent } });
    expect(await spans()).toMatchObject([{ traceId: expect.not.stringMatching(TRACE) as string }]);
  });

  it('[Z45] nothing that is personal or secret', async () => {
    const { app, spans } = await start();
    const email = 'olga.tracing@example.com';
    const { plain, kept } = inject('server').password;
    await server().createUser('admin', { email });
    const visit = senderOf(app, null);
    const { access, refresh } = await server().signIn('admin');
    const send = senderOf(app, access);
    const answers = [
      await visit('POST', '/auth/login', { email, password: WRONG_PASSWORD }),
      await visit('POST', '/auth/login', { email, password: plain }),
      await visit('POST', '/auth/restore', { email }),
      await visit('POST', '/auth/token/refresh', { refresh_token: refresh }),
      await send('GET', '/profile'),
      await send('GET', `/products?search=${encodeURIComponent('ананас с тайной')}&page=1`),
      await send('POST', '/language', { code: 'fr', name: 'Тайный' }),
      await send('GET', `/products/${encodeURIComponent('тайная-страница')}`),
      await send('GET', '/web-socket/get-token'),
    ];
    await server().deps.backgroundTasks.whenSettled();
    expect((await spans()).length).toBeGreaterThan(30);
    const everything = collector()
      .received.map(({ body }) => body)
      .join();
    const tokens = answers.flatMap(({ result }) => JSON.stringify(result ?? '').match(/[\w.-]{30,}/g) ?? []);
    expect([answers.map(({ status }) => status), tokens.length]).toEqual([
      [400, 200, 200, 200, 200, 200, 200, 404, 200],
      expect.any(Number),
    ]);
    expect(tokens.length).toBeGreaterThan(3);
    const texts = ['olga', 'ананас', 'тайн', 'Тайн', encodeURIComponent('тайн'), 'Bearer'];
    for (const secret of [WRONG_PASSWORD, plain, kept, access, refresh, ...tokens, ...texts])
      expect([secret, everything.includes(secret)]).toEqual([secret, false]);
  });

  it('[Z47] the lines of its log have its id', async () => {
    const { log, entries } = recordLog();
    const config = { ...server().deps.config, accessLog: true };
    const { app, spans } = await start({}, { log, config });
    await app.request(`${API_BASE}/nowhere`, { headers: { 'X-Request-Id': 'asked-3' } });
    const { traceId } = named(await spans(), 'GET');
    expect(entries()).toMatchObject([{ message: 'request', requestId: 'asked-3', trace_id: traceId }]);
  });

  it('[Z47] not those of a call that is not recorded', async () => {
    const { log, entries } = recordLog();
    const config = { ...server().deps.config, accessLog: true };
    const { app, spans } = await start({ OTEL_TRACES_SAMPLER_ARG: '0' }, { log, config });
    await app.request(`${API_BASE}/nowhere`);
    expect(await spans()).toEqual([]);
    expect(entries()).toMatchObject([{ message: 'request' }]);
    expect(entries()[0]).not.toHaveProperty('trace_id');
  });

  it('[Z43] sockets: connecting, subscribing and what is sent to them', async () => {
    const { tracing, deps, spans } = await start();
    const address = await server().listen();
    const { user, access } = await server().signIn('admin');
    const { result } = await senderOf(server().app, access)('GET', '/web-socket/get-token');
    const query = result as { token: string };
    const socket = io(address, { path: socketOptions.path, query, transports: ['websocket'], reconnection: false });
    await new Promise<void>(resolve => socket.once('connect', () => resolve()));
    for (const channel of [channels.user(user.id), 'no-such-channel']) await socket.emitWithAck('subscribe', channel);
    const event = new Promise(resolve => socket.once('REFERENCES_CHANGE_EVENT', resolve));
    await socket.emitWithAck('subscribe', channels.references);
    await inTrace(tracing, 'change', {}, async () =>
      deps.realtime.emit(channels.references, 'REFERENCES_CHANGE_EVENT', { message: { code_reference: 'brand' } }),
    );
    await event;
    socket.disconnect();
    const all = await spans();
    expect(childrenOf(all, named(all, 'socket connect')).length).toBeGreaterThan(0);
    const subscriptions = all.filter(({ name }) => name === 'socket subscribe').map(({ attributes }) => attributes);
    expect(subscriptions).toEqual([
      { 'vitrina.refused': false, 'vitrina.channel': 'USER_CHANNEL_:id' },
      { 'vitrina.refused': true },
      { 'vitrina.refused': false, 'vitrina.channel': 'references' },
    ]);
    expect(childrenOf(all, named(all, 'change'))).toMatchObject([
      { name: 'socket broadcast REFERENCES_CHANGE_EVENT', attributes: { 'vitrina.channel': 'references' } },
    ]);
    for (const { body } of collector().received) expect(body).not.toContain(query.token);
  });
});
