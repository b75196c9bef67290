import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { socketLimits, socketOptions } from '#contract/limits.ts';
import { TokenManager } from '#providers/realtime/socketManager.ts';
import { createApp } from '#server/http/app.ts';
import { createEventBus } from '#server/realtime/eventBus.ts';
import { serveSockets } from '#server/realtime/realtime.ts';
import { writeProcessRecord } from '#server/system/processRecord.ts';
import { eventually } from '#tests/support/eventually.ts';
import { senderOf, useTestServer } from '#tests/support/server.ts';

const listen = (http: Server): Promise<number> =>
  new Promise(resolve => http.listen(0, '127.0.0.1', () => resolve((http.address() as AddressInfo).port)));

/** Passes each request to the next server in turn, as a balancer without stickiness does. */
const spreadOver = async (ports: readonly number[]) => {
  let requests = 0;
  const nextPort = (): number => ports[requests++ % ports.length] ?? 0;
  const http = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const onward = request({ port: nextPort(), host: '127.0.0.1', method, headers, path: url }, answer => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  http.on('upgrade', ({ url, headers }, socket, head) => {
    const onward = connect(nextPort(), '127.0.0.1', () => {
      onward.write(`GET ${url} HTTP/1.1\r\n`);
      for (const [name, value] of Object.entries(headers)) onward.write(`${name}: ${String(value)}\r\n`);
      onward.write('\r\n');
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    for (const end of [socket, onward]) end.on('error', () => undefined);
    socket.once('close', () => onward.destroy());
  });
  return { address: `http://127.0.0.1:${await listen(http)}`, close: () => http.close().closeAllConnections() };
};

describe.skipIf(!inject('server').postgres)('A browser behind a balancer with several servers', () => {
  const server = useTestServer('postgres');
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  const serve = async (warnings: string[]): Promise<number> => {
    const { deps } = server();
    const log = { ...deps.log, warn: (text: string) => void warnings.push(text) };
    const own = { ...deps, log, realtime: createEventBus() };
    await writeProcessRecord(own);
    const http = createServer();
    const sockets = serveSockets(own, http, { ...socketLimits, doubt: 10 });
    const port = await listen(http);
    closing.push(() => sockets.close());
    return port;
  };

  it('[H140] gets the cookie before it connects, once', async () => {
    const { deps } = server();
    const app = createApp({ ...deps, config: { ...deps.config, proxies: 1 } });
    const { access } = await server().signIn('accountant');
    const cookiesOf = async (cookie = '') =>
      (
        await senderOf(app, access)('GET', '/web-socket/get-token', undefined, { Cookie: cookie })
      ).headers.getSetCookie();
    const cookie = (await cookiesOf()).find(set => set.startsWith('vitrina_server='));
    expect(cookie).toMatch(/^vitrina_server=[\w-]{36}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await cookiesOf(cookie?.split(';')[0])).not.toContainEqual(expect.stringContaining('vitrina_server'));
  });

  it('[H140] gets none from a server that has no balancer', async () => {
    const { access } = await server().signIn('accountant');
    const { headers } = await senderOf(server().app, access)('GET', '/web-socket/get-token');
    expect(headers.getSetCookie()).not.toContainEqual(expect.stringContaining('vitrina_server'));
  });

  it('[H140] that spreads its requests is named in the log once, and live events arrive over a websocket', async () => {
    const warnings: string[] = [];
    const balancer = await spreadOver([await serve(warnings), await serve(warnings)]);
    closing.push(balancer.close);
    const { access } = await server().signIn('accountant');
    const getToken = async (): Promise<string> => {
      const { result } = await senderOf(server().app, access)('GET', '/web-socket/get-token');
      return (result as { token: string }).token;
    };
    const options = { ...socketOptions, reconnectionDelay: 10 };
    const manager = new TokenManager(balancer.address, options, getToken, () => undefined);
    const socket = manager.socket('/');
    closing.push(() => socket.disconnect());
    let attempts = 0;
    manager.on('reconnect_attempt', () => {
      attempts += 1;
    });
    socket.connect();
    await eventually(() => expect(socket.connected).toBe(true));
    expect([attempts, manager.engine.transport.name]).toEqual([1, 'websocket']);
    await eventually(() => expect(warnings).toEqual([expect.stringContaining('Балансировщик передаёт запросы')]));
  });
});
