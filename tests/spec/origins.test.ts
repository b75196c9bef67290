import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createApp } from '#server/http/app.ts';
import { serveSockets } from '#server/realtime/realtime.ts';
import { useTestServer } from '#tests/support/server.ts';

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

  it('[H19] without ALLOWED_ORIGINS no other origin is let in', async () => {
    for (const init of [{}, preflight]) {
      const { headers } = await ask(STRANGER, '/health', init);
      expect([...headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([]);
      expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    }
  });

  it.each(['/health', '/profile', '/nowhere'])('[H19] a named origin reads what %s answers, faults too', async path => {
    const { headers } = await ask(OURS, path, {}, OURS);
    expect(headers.get('Access-Control-Allow-Origin')).toBe(OURS);
    expect(headers.get('Access-Control-Expose-Headers')).toContain('Retry-After');
    expect(headers.get('Vary')).toContain('Origin');
    expect((await ask(STRANGER, path, {}, OURS)).headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  it('[H19] [G11] a named origin may show pictures by the cookie, and nobody else is told so', async () => {
    expect((await ask(OURS, '/profile', {}, OURS)).headers.get('Access-Control-Allow-Credentials')).toBe('true');
    expect((await ask(OURS, '/profile')).headers.get('Access-Control-Allow-Credentials')).toBeNull();
  });

  it('[H19] a named origin may send what the application sends', async () => {
    const { status, headers } = await ask(OURS, '/products/1', preflight, OURS);
    expect(status).toBe(204);
    expect(headers.get('Access-Control-Allow-Methods')).toContain('PUT');
    expect(headers.get('Access-Control-Allow-Headers')).toMatch(/Authorization,Content-Type,Idempotency-Key/);
    expect((await ask(STRANGER, '/products/1', preflight, OURS)).headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  it.each([
    { allowed: [OURS], origin: OURS, answered: OURS },
    { allowed: [OURS], origin: STRANGER, answered: null },
    { allowed: [], origin: OURS, answered: null },
  ])('[H19] the socket says $answered to $origin where $allowed may call', async ({ allowed, origin, answered }) => {
    const http = createServer();
    const sockets = serveSockets(depsFor(...allowed), http);
    await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}/socket.io/?EIO=4&transport=polling`;
    const { headers } = await fetch(address, { headers: { Origin: origin } });
    expect(headers.get('Access-Control-Allow-Origin')).toBe(answered);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    await sockets.close();
  });

  it('[H19] [H3] ALLOWED_ORIGINS names origins, and anything else is one clear sentence', () => {
    const read = (ALLOWED_ORIGINS: string) => readConfig({ ALLOWED_ORIGINS }).allowedOrigins;
    expect(read('')).toEqual([]);
    expect(read('https://Vitrina.example/, http://localhost:5173')).toEqual([OURS, 'http://localhost:5173']);
    for (const wrong of ['*', 'vitrina.example', 'https://vitrina.example/path', 'null'])
      expect(() => read(wrong)).toThrow('Переменная ALLOWED_ORIGINS');
  });
});
