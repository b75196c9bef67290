import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { socketOptions } from '#contract/limits.ts';
import type { Config } from '#server/config.ts';
import { products } from '#server/db/schema.ts';
import { createApp } from '#server/http/app.ts';
import { drainTimes, prepareDrain } from '#server/http/draining.ts';
import { createListener } from '#server/http/listener.ts';
import { serveSockets } from '#server/realtime/realtime.ts';
import { formOf, goods, header, IMPORT } from '#tests/support/importing.ts';
import { useTestServer } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';

const times = { grace: 3000, notice: 500, silence: 100 };

describe('§9 A server that is stopped', () => {
  const server = useTestServer();
  const opened: Server[] = [];
  afterEach(() => {
    for (const http of opened.splice(0)) http.closeAllConnections();
  });
  const serve = async (changes: Partial<Config> = {}) => {
    const { config, ...others } = server().deps;
    const deps = { ...others, config: { ...config, ...changes }, draining: { hasBegun: false } };
    const app = createApp(deps);
    const download: ReadableStreamDefaultController<Uint8Array>[] = [];
    const start = (stream: ReadableStreamDefaultController<Uint8Array>): void => {
      stream.enqueue(Buffer.from('half '));
      download.push(stream);
    };
    app.get('/download', context => context.body(new ReadableStream({ start })));
    const http = createListener(app, { overrideGlobalObjects: false });
    const sockets = serveSockets(deps, http);
    opened.push(http);
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    const { port } = http.address() as AddressInfo;
    const drain = prepareDrain(http, deps, { closeSockets: sockets.close, times });
    return { port, drain, download, address: `http://127.0.0.1:${port}` };
  };
  const answerOf = async (call: ClientRequest): Promise<{ status: number | undefined; connection: unknown }> => {
    const [{ statusCode, headers }] = (await once(call, 'response')) as [IncomingMessage];
    return { status: statusCode, connection: headers.connection };
  };
  const startUpload = async (address: string) => {
    const { access } = await server().signIn('content_manager');
    const encoded = new Response(formOf(['table', csvOf([header, ...goods(1, 20)])]));
    const body = Buffer.from(await encoded.arrayBuffer());
    const call = request(`${address}/api${IMPORT}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${access}`,
        Connection: 'keep-alive',
        'Content-Type': encoded.headers.get('Content-Type') ?? '',
        'Content-Length': body.length,
        // Answered when the server has the request.
        Expect: '100-continue',
      },
    });
    await once(call, 'continue');
    call.write(body.subarray(0, 300));
    return { call, finish: () => call.end(body.subarray(300)) };
  };
  const open = async (port: number, sent: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(sent);
    return socket;
  };
  const measure = async (operation: Promise<unknown>): Promise<number> => {
    const startedAt = performance.now();
    await operation;
    return performance.now() - startedAt;
  };

  it('[Z61] finishes the upload and the download in progress, and closes their connections', async () => {
    const { port, address, drain, download } = await serve();
    const upload = await startUpload(address);
    const [received] = (await once(request(`${address}/download`).end(), 'response')) as [IncomingMessage];
    const text = received.setEncoding('utf8').toArray();
    const idle = (await open(port, '')).resume();
    const drained = drain();
    // Others have been closed before the upload and the download go on.
    await once(idle, 'close');
    await expect(fetch(`${address}/api/health/ready`)).rejects.toThrow();
    const uploaded = answerOf(upload.call);
    upload.finish();
    expect(await uploaded).toEqual({ status: 200, connection: 'close' });
    download[0]?.enqueue(Buffer.from('whole'));
    download[0]?.close();
    expect((await text).join('')).toBe('half whole');
    expect(await measure(drained)).toBeLessThan(times.grace / 2);
    await expect.poll(() => server().db.$count(products)).toBe(20);
  });

  it('[Z61] does not wait for connections without a request, nor for a websocket whose client is gone', async () => {
    const { port, drain } = await serve();
    const upgrade = [
      `GET ${socketOptions.path}/?EIO=4&transport=websocket HTTP/1.1`,
      'Host: localhost',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ];
    const websocket = await open(port, `${upgrade.join('\r\n')}\r\n\r\n`);
    expect(String((await once(websocket, 'data'))[0])).toContain('101 Switching Protocols');
    await open(port, '');
    const kept = await open(port, 'GET /api/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(kept, 'data');
    expect(await measure(drain())).toBeLessThan(times.grace / 2);
  });

  it('[Z61] cuts a request off that takes longer than it is granted, which is 20 s', async () => {
    expect(drainTimes.grace).toBe(20_000);
    const { address, drain } = await serve();
    const { call } = await startUpload(address);
    const broken = once(call, 'error');
    const took = await measure(drain());
    expect(String(await broken)).toMatch(/socket hang up|ECONNRESET/);
    expect(took).toBeGreaterThan(times.grace - 100);
    expect(took).toBeLessThan(times.grace + 1000);
  });

  it('[Z62] neither is ready nor accepts requests, and still answers new requests for a while, where a balancer may send them elsewhere', async () => {
    const { address, drain } = await serve({ proxies: 1, databaseUrl: 'postgres://host/db' });
    const probe = (name: string) => fetch(`${address}/api/health/${name}`);
    for (const name of ['ready', 'accepting']) expect((await probe(name)).status).toBe(200);
    const drained = drain();
    const [live, ...others] = await Promise.all(['live', 'ready', 'accepting'].map(probe));
    for (const other of others)
      expect([other.status, await other.json()]).toEqual([504, { code: 504, message: 'Сервер останавливается' }]);
    expect([live?.status, live?.headers.get('Connection')]).toEqual([200, 'close']);
    expect(await measure(drained)).toBeGreaterThan(times.notice / 2);
    await expect(fetch(`${address}/api/health/live`)).rejects.toThrow();
  });
});
