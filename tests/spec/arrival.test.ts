import { once } from 'node:events';
import { type IncomingMessage, request, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { API_BASE, requestTimeouts } from '#contract/limits.ts';
import { createApp } from '#server/http/app.ts';
import type { RequestTimeouts } from '#server/http/listener.ts';
import { portOf, useListeners } from '#tests/support/listening.ts';
import { useTestServer } from '#tests/support/server.ts';

describe('Requests that do not arrive', () => {
  const server = useTestServer();
  const listenTo = useListeners();
  const listen = (limits: Partial<RequestTimeouts> = {}) =>
    listenTo(createApp(server().deps), { limits: { ...requestTimeouts, ...limits } });
  /** Sends a text and nothing after it. */
  const say = async (http: Server, text: string): Promise<Socket> => {
    const socket = connect(portOf(http), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  };
  /** All that the server sends until it closes the connection. */
  const heard = async (socket: Socket): Promise<string> => {
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    return text;
  };
  const head = (type: string): string =>
    `POST ${API_BASE}/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 50\r\n\r\n{`;

  it('[H130] headers may take 10 s, bodies 60 s, uploads 300 s; connections are checked every 5 s', async () => {
    const http = await listen();
    expect([http.headersTimeout, http.requestTimeout]).toEqual([10_000, 300_000]);
    expect(requestTimeouts).toEqual({ headers: 10_000, body: 60_000, upload: 300_000, check: 5000 });
  });

  it('[H138] a proxy may keep its connections for longer than it does, whoever else connects for 5 s', async () => {
    const app = createApp(server().deps);
    expect((await listenTo(app, { isBehindProxy: true })).keepAliveTimeout).toBe(130_000);
    expect((await listenTo(app)).keepAliveTimeout).toBe(5000);
  });

  it.each([
    ['nothing', ''],
    ['half of the headers', `GET ${API_BASE}/health HTTP/1.1\r\nHost: x\r\n`],
  ])('[H130] a connection that sends %s is closed', async (_, text) => {
    const http = await listen({ headers: 1, check: 1 });
    expect(await heard(await say(http, text))).toMatch(/^HTTP\/1\.1 408 .*Connection: close/s);
  });

  it('[H130] [H131] a body that does not arrive times out and is not logged as an error', async () => {
    const http = await listen({ body: 1 });
    expect(await heard(await say(http, head('application/json')))).toMatch(/^HTTP\/1\.1 408 .*Connection: close/s);
    expect(server().faults).toEqual([]);
  });

  it('[H130] the body of an upload has a longer timeout', async () => {
    const http = await listen({ body: 1, upload: 2, headers: 1, check: 1 });
    const socket = await say(http, head('multipart/form-data; boundary=x'));
    expect(await heard(socket)).toMatch(/^HTTP\/1\.1 408/);
    const patient = await listen({ body: 1 });
    const upload = await say(patient, head('multipart/form-data; boundary=x'));
    const other = await say(patient, head('application/json'));
    await heard(other);
    expect(upload.closed).toBe(false);
    upload.destroy();
  });

  it('[H131] a client that disconnects during its request is not logged as an error', async () => {
    const http = await listen();
    const isOver = new Promise<void>(resolve => {
      http.on('request', (_, response) => response.once('close', () => setImmediate(resolve)));
    });
    const socket = await say(http, head('application/json'));
    await once(http, 'request');
    socket.destroy();
    await isOver;
    expect(server().faults).toEqual([]);
  });

  it('[H131] an error of the server is still logged', async () => {
    const { deps } = server();
    const broken = createApp({ ...deps, passwords: () => Promise.reject(new Error('broken')) });
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ email: 'a@example.com', password: 'x' });
    const answer = await broken.request(`${API_BASE}/auth/login`, { method: 'POST', headers, body });
    expect(answer.status).toBe(500);
    expect(server().faults).toHaveLength(1);
  });

  it('[H132] a body that is too large closes its connection', async () => {
    const http = await listen();
    const sending = request({ port: portOf(http), method: 'POST', path: `${API_BASE}/auth/login` });
    sending.on('error', () => {});
    sending.setHeader('Content-Type', 'application/json');
    sending.setHeader('Content-Length', 2 ** 20 + 1);
    sending.write('{');
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    expect([answer.statusCode, answer.headers.connection]).toEqual([413, 'close']);
    sending.destroy();
  });
});
