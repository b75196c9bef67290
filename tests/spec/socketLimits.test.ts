import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { afterEach, describe, expect, it } from 'vitest';
import { socketLimits, socketOptions } from '#contract/limits.ts';
import type { SocketLimits } from '#server/realtime/createGate.ts';
import { serveSockets } from '#server/realtime/realtime.ts';
import { senderOf, useTestServer } from '#tests/support/server.ts';

describe('How many sockets are open', () => {
  const server = useTestServer();
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  const serve = async (limits: Partial<SocketLimits> = {}): Promise<string> => {
    const { deps } = server();
    const http = createServer();
    const config = { ...deps.config, proxies: 1 };
    const sockets = serveSockets({ ...deps, config }, http, { ...socketLimits, ...limits });
    closing.push(sockets.close);
    await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  };
  /** Opens a socket from a network. @returns it, or why it was refused */
  const open = async (address: string, access: string, network = '203.0.113.7'): Promise<Socket | string> => {
    const { result } = await senderOf(server().app, access)('GET', '/web-socket/get-token');
    const socket = io(address, {
      path: socketOptions.path,
      query: result as { token: string },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      extraHeaders: { 'X-Forwarded-For': network },
    });
    closing.push(() => socket.disconnect());
    return new Promise(resolve => {
      socket.once('connect', () => resolve(socket));
      socket.once('connect_error', ({ message }) => resolve(message));
    });
  };
  const isOpen = (opened: Socket | string): boolean => typeof opened !== 'string';

  it('[W130] a session may have twenty, a network a hundred, and a connection has ten seconds to authenticate', () => {
    expect(socketLimits).toEqual({ perSession: 20, perNetwork: 100, toConnect: 10_000 });
  });

  it('[W130] one more of a session is refused with a message; another session can open its own', async () => {
    const address = await serve({ perSession: 2 });
    const { access } = await server().signIn('accountant');
    const first = await open(address, access);
    expect([isOpen(first), isOpen(await open(address, access))]).toEqual([true, true]);
    expect(await open(address, access)).toMatch(/^Открыто слишком много вкладок/);
    expect(isOpen(await open(address, (await server().signIn('photographer')).access))).toBe(true);
    if (typeof first !== 'string') first.disconnect();
    await expect.poll(async () => isOpen(await open(address, access))).toBe(true);
  });

  it('[W130] one more of a network is refused before authentication; another network can open its own', async () => {
    const address = await serve({ perNetwork: 2 });
    const { access } = await server().signIn('accountant');
    const first = await open(address, access);
    expect([isOpen(first), isOpen(await open(address, access))]).toEqual([true, true]);
    expect(isOpen(await open(address, access))).toBe(false);
    expect(isOpen(await open(address, access, '203.0.113.8'))).toBe(true);
    if (typeof first !== 'string') first.disconnect();
    await expect.poll(async () => isOpen(await open(address, access))).toBe(true);
  });

  it('[W130] a connection that does not authenticate is closed', async () => {
    const address = await serve({ toConnect: 1, perNetwork: 1 });
    const poll = (query: string) => fetch(`${address}${socketOptions.path}/?EIO=4&transport=polling${query}`);
    expect((await poll('')).status).toBe(200);
    await expect.poll(async () => (await poll('')).status).toBe(200);
  });
});
