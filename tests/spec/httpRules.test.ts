import { describe, expect, it } from 'vitest';
import { listAllEndpoints } from '#contract/endpoints.ts';
import { API_BASE, rateLimits } from '#contract/limits.ts';
import { readConfig } from '#server/config.ts';
import { createApp } from '#server/http/app.ts';
import { senderOf, useTestServer } from '#tests/support/server.ts';

describe('How the API uses HTTP', () => {
  const server = useTestServer();
  const ask = (path: string, init: RequestInit = {}) => server().app.request(`${API_BASE}${path}`, init);

  it('[T653] no answer makes browsers insist on https', async () => {
    for (const path of ['/health', '/profile', '/nowhere'])
      expect((await ask(path)).headers.get('Strict-Transport-Security')).toBeNull();
  });

  it('[H133] an unsupported method is a 405 with the supported ones', async () => {
    const answer = await ask('/products/1', { method: 'PATCH' });
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'DELETE, GET, HEAD, PUT']);
    expect(await answer.json()).toMatchObject({ code: 405, message: expect.stringMatching(/DELETE, GET, HEAD, PUT/) });
    const exact = await ask('/products/ids', { method: 'POST' });
    expect([exact.status, exact.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('[H133] [X25] an unknown address is a 404 for any method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      for (const path of ['/nowhere', '/products/1/nowhere', '/', ''])
        expect([method, path, (await ask(path, { method })).status]).toEqual([method, path, 404]);
  });

  it('[H133] every address of the contract refuses PATCH this way', async () => {
    for (const path of new Set(listAllEndpoints().map(({ endpoint }) => endpoint.path.replace(/:\w+/g, '1'))))
      expect([path, (await ask(path, { method: 'PATCH' })).status]).toEqual([path, 405]);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonp'])(
    '[H134] a body of type %s is not read as JSON',
    async type => {
      const body = JSON.stringify({ email: 'nobody@example.com', password: 'x' });
      const answer = await ask('/auth/login', { method: 'POST', body, headers: { 'Content-Type': type } });
      expect([answer.status, (await answer.json()) as unknown]).toMatchObject([415, { code: 415 }]);
    },
  );

  it('[H134] nor is a body without a type or a compressed one; JSON in any notation is', async () => {
    const body = new TextEncoder().encode(JSON.stringify({ email: 'nobody@example.com', password: 'x' }));
    const statusOf = async (headers: Record<string, string>) =>
      (await ask('/auth/login', { method: 'POST', body, headers })).status;
    expect(await statusOf({})).toBe(415);
    expect(await statusOf({ 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })).toBe(415);
    expect(await statusOf({ 'Content-Type': 'Application/JSON; charset=utf-8' })).toBe(400);
  });

  it('[H135] responses that depend on origin or encoding have Vary, even uncompressed ones', async () => {
    const { deps } = server();
    const app = createApp({ ...deps, config: { ...deps.config, allowedOrigins: ['https://ours.example'] } });
    for (const [path, method] of [
      ['/health', 'GET'],
      ['/profile', 'GET'],
      ['/nowhere', 'GET'],
      ['/health', 'OPTIONS'],
    ] as const)
      for (const headers of [{}, { Origin: 'https://ours.example' }, { Origin: 'https://other.example' }])
        expect((await app.request(`${API_BASE}${path}`, { method, headers })).headers.get('Vary')).toContain('Origin');
    for (const headers of [{}, { 'Accept-Encoding': 'gzip' }])
      for (const path of ['/openapi.json', '/health'])
        expect((await ask(path, { headers })).headers.get('Vary')).toContain('Accept-Encoding');
  });
});

describe('The calls of one user', () => {
  const server = useTestServer();
  const appWith = (callsPerSecond: number) => {
    const { deps } = server();
    return createApp({ ...deps, config: { ...deps.config, callsPerSecond } });
  };

  it('[H136] each response reports the user’s remaining calls, and without any the user has to wait', async () => {
    server().freeze();
    const app = appWith(2);
    const { access } = await server().signIn('accountant');
    const send = senderOf(app, access);
    const size = 2 * rateLimits.burstSeconds;
    for (let left = size - 1; left >= 0; left -= 1) {
      const { status, headers } = await send('GET', '/profile');
      const reset = Math.ceil((size - left) / 2);
      expect([status, headers.get('RateLimit')]).toEqual([200, `"user";r=${left};t=${reset}`]);
      expect(headers.get('RateLimit-Policy')).toBe(`"user";q=${size};w=${rateLimits.burstSeconds}`);
    }
    const refused = await send('GET', '/profile');
    expect(refused).toMatchObject({ status: 429, message: 'Слишком много запросов подряд, подождите 1 с' });
    expect(refused.headers.get('Retry-After')).toBe('1');
    server().advance(1000);
    const after = [];
    for (let calls = 0; calls < 3; calls += 1) after.push((await send('GET', '/profile')).status);
    expect(after).toEqual([200, 200, 429]);
  });

  it('[H136] each user has a limit of their own, shared by all of their sessions', async () => {
    server().freeze();
    const app = appWith(1);
    const { access } = await server().signIn('accountant');
    const { access: again } = await server().signIn('accountant');
    const other = await server().signIn('photographer');
    for (let calls = 0; calls < rateLimits.burstSeconds; calls += 1) await senderOf(app, access)('GET', '/profile');
    const statusOf = async (token: string) => (await senderOf(app, token)('GET', '/profile')).status;
    expect([await statusOf(access), await statusOf(again), await statusOf(other.access)]).toEqual([429, 429, 200]);
  });

  it('[H139] calls at one server count at the others', async () => {
    server().freeze();
    const [one, other] = [appWith(10), appWith(10)];
    const { access } = await server().signIn('accountant');
    const size = 10 * rateLimits.burstSeconds;
    for (let calls = 0; calls < size / 2; calls += 1) await senderOf(one, access)('GET', '/profile');
    for (let calls = 1; calls < size / 2; calls += 1) await senderOf(other, access)('GET', '/profile');
    const last = await senderOf(other, access)('GET', '/profile');
    expect([last.status, last.headers.get('RateLimit')]).toEqual([200, '"user";r=0;t=20']);
    expect((await senderOf(one, access)('GET', '/profile')).status).toBe(429);
    const { access: colleague } = await server().signIn('photographer');
    expect((await senderOf(one, colleague)('GET', '/profile')).status).toBe(200);
  });

  it('[H136] the default allows bursts of two thousand calls; CALLS_PER_SECOND changes it, and 0 disables it', async () => {
    expect(readConfig({}).callsPerSecond * rateLimits.burstSeconds).toBe(2000);
    expect(readConfig({ CALLS_PER_SECOND: '5' }).callsPerSecond).toBe(5);
    expect(() => readConfig({ CALLS_PER_SECOND: 'many' })).toThrow('CALLS_PER_SECOND');
    const { access } = await server().signIn('accountant');
    expect((await senderOf(appWith(0), access)('GET', '/profile')).headers.get('RateLimit')).toBeNull();
  });
});
