import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { io } from 'socket.io-client';
import { describe, expect, it } from 'vitest';
import { socketOptions } from '#contract/limits.ts';
import { readConfig } from '#server/config.ts';
import { createApp } from '#server/http/app.ts';
import { serveSockets } from '#server/realtime/realtime.ts';
import { senderOf, useTestServer } from '#tests/support/server.ts';

const OURS = 'https://vitrina.example';
const STRANGER = 'https://stranger.example';

describe('Pages of other origins', () => {
  const server = useTestServer();
  const depsFor = (...allowedOrigins: string[]) => {
    const { deps } = server();
    return { ...deps, config: { ...deps.config, allowedOrigins } };
  };
  const ask = (origin: string, path: string, init: RequestInit = {}, ...allowed: string[]) =>
    createApp(depsFor(...allowed)).request(`/api${path}`, { ...init, headers: { Origin: origin, ...init.headers } });
  const preflight = {
    method: 'OPTIONS',
    headers: { 'Access-Control-Request-Method': 'PUT', 'Access-Control-Request-Headers': 'authorization,content-type' },
  };

  it('[H19] without ALLOWED_ORIGINS no other origin is allowed', async () => {
    for (const init of [{}, preflight]) {
      const { headers } = await ask(STRANGER, '/health', init);
      expect([...headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([]);
      expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    }
  });

  it.each(['/health', '/profile', '/nowhere'])(
    '[H19] a listed origin can read the responses of %s, failures too',
    async path => {
      const { headers } = await ask(OURS, path, {}, OURS);
      expect(headers.get('Access-Control-Allow-Origin')).toBe(OURS);
      expect(headers.get('Access-Control-Expose-Headers')).toContain('Retry-After');
      expect(headers.get('Vary')).toContain('Origin');
      expect((await ask(STRANGER, path, {}, OURS)).headers.get('Access-Control-Allow-Origin')).toBeNull();
    },
  );

  it('[H19] [G11] a listed origin may show pictures by the cookie, and no other origin may', async () => {
    expect((await ask(OURS, '/profile', {}, OURS)).headers.get('Access-Control-Allow-Credentials')).toBe('true');
    expect((await ask(OURS, '/profile')).headers.get('Access-Control-Allow-Credentials')).toBeNull();
  });

  it('[H19] a listed origin may send the application’s headers', async () => {
    const { status, headers } = await ask(OURS, '/products/1', preflight, OURS);
    expect(status).toBe(204);
    expect(headers.get('Access-Control-Allow-Methods')).toContain('PUT');
    expect(headers.get('Access-Control-Allow-Headers')).toMatch(/Authorization,Content-Type,Idempotency-Key/);
    expect((await ask(STRANGER, '/products/1', preflight, OURS)).headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  const serve = async (deps: ReturnType<typeof depsFor>) => {
    const http = createServer();
    const sockets = serveSockets(deps, http);
    await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
    return { address: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, close: sockets.close };
  };
  /** Connects as a page of an origin does; null is a client that is no browser. */
  const opens = async (
    address: string,
    transport: 'polling' | 'websocket',
    origin: string | null,
  ): Promise<boolean> => {
    const { access } = await server().signIn('accountant');
    const { result } = await senderOf(server().app, access)('GET', '/web-socket/get-token');
    const socket = io(address, {
      path: socketOptions.path,
      query: result as { token: string },
      transports: [transport],
      reconnection: false,
      forceNew: true,
      ...(origin !== null && { extraHeaders: { Origin: origin } }),
    });
    const isOpen = await new Promise<boolean>(resolve => {
      socket.once('connect', () => resolve(true));
      socket.once('connect_error', () => resolve(false));
    });
    socket.disconnect();
    return isOpen;
  };

  it.each(['polling', 'websocket'] as const)(
    '[H19] by %s the socket opens to its own pages and to named origins, whatever token another one has',
    async transport => {
      const alone = await serve(depsFor());
      expect(await opens(alone.address, transport, alone.address)).toBe(true);
      expect(await opens(alone.address, transport, null)).toBe(true);
      for (const other of [STRANGER, OURS, 'null', alone.address.replace('http:', 'http://x.'), `${alone.address}0`])
        expect([other, await opens(alone.address, transport, other)]).toEqual([other, false]);
      await alone.close();
      const shared = await serve(depsFor(OURS));
      expect(await opens(shared.address, transport, OURS)).toBe(true);
      expect(await opens(shared.address, transport, STRANGER)).toBe(false);
      await shared.close();
    },
  );

  it('[H19] behind a proxy that changes Host, pages at PUBLIC_URL count as same-origin', async () => {
    const deps = depsFor();
    const behind = await serve({ ...deps, config: { ...deps.config, publicUrl: OURS } });
    expect(await opens(behind.address, 'websocket', OURS)).toBe(true);
    expect(await opens(behind.address, 'websocket', STRANGER)).toBe(false);
    await behind.close();
  });

  it.each([
    { allowed: [OURS], origin: OURS, status: 200, answered: OURS },
    { allowed: [OURS], origin: STRANGER, status: 403, answered: null },
    { allowed: [], origin: OURS, status: 403, answered: null },
  ])(
    '[H19] where $allowed may call, the socket answers $status to $origin',
    async ({ allowed, origin, ...expected }) => {
      const { address, close } = await serve(depsFor(...allowed));
      const path = `${socketOptions.path}/?EIO=4&transport=polling`;
      const { status, headers } = await fetch(address + path, { headers: { Origin: origin } });
      expect({ status, answered: headers.get('Access-Control-Allow-Origin') }).toEqual(expected);
      if (status === 200) expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      await close();
    },
  );

  it('[H19] [H3] ALLOWED_ORIGINS accepts only origins; anything else is one clear error', () => {
    const read = (ALLOWED_ORIGINS: string) => readConfig({ ALLOWED_ORIGINS }).allowedOrigins;
    expect(read('')).toEqual([]);
    expect(read('https://Vitrina.example/, http://localhost:5173')).toEqual([OURS, 'http://localhost:5173']);
    for (const wrong of ['*', 'vitrina.example', 'https://vitrina.example/path', 'null'])
      expect(() => read(wrong)).toThrow('Переменная ALLOWED_ORIGINS');
  });
});
