import type { Context } from 'hono';
import { beforeEach, describe, expect, it } from 'vitest';
import { getClientNetwork } from '#server/accounts/session/clientNetwork.ts';
import { createPasswordQueue } from '#server/accounts/session/passwords.ts';
import { pruneThrottles } from '#server/accounts/session/throttle.ts';
import { createApp } from '#server/http/app.ts';
import { CHEAP_COST } from '#tests/support/passwords.ts';
import { type Answer, describeOnBoth, senderOf, useTestServer } from '#tests/support/server.ts';

describeOnBoth('Tries at a password', server => {
  const login = (email: string, password = 'x', app = server().app): Promise<Answer> =>
    senderOf(app, null)('POST', '/auth/login', { email, password });
  beforeEach(() => server().freeze());
  const waitOf = ({ headers }: Answer): number => Number(headers.get('Retry-After'));

  it('[S8] [S22] after five attempts each further one doubles the wait, up to five minutes', async () => {
    const statuses: number[] = [];
    for (let tries = 0; tries < 5; tries += 1) statuses.push((await login('guessed@example.com')).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400]);
    const waits: number[] = [];
    for (let tries = 0; tries < 10; tries += 1) {
      const refused = await login('guessed@example.com');
      expect(refused.message).toBe(`Слишком много попыток, подождите ${waitOf(refused)} с`);
      waits.push(waitOf(refused));
      server().advance(waitOf(refused) * 1000);
      expect((await login('guessed@example.com')).status).toBe(400);
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  });

  it('[S22] attempts during the wait do not prolong it, and the right password works afterwards', async () => {
    const { email } = await server().createUser('accountant');
    for (let tries = 0; tries < 6; tries += 1) await login(email);
    for (let tries = 0; tries < 5; tries += 1) expect((await login(email, 'demo-demo')).status).toBe(429);
    server().advance(2000);
    expect((await login(email, 'demo-demo')).status).toBe(200);
    const isTheirs = async () => (await server().db.query.throttles.findMany()).filter(({ tries }) => tries === 1);
    expect(await isTheirs()).toEqual([]);
    expect((await login(email)).status).toBe(400);
    expect(await isTheirs()).toHaveLength(1);
  });

  it('[S8] others can sign in meanwhile, and the wait does not reveal whether an address is known', async () => {
    const { email } = await server().createUser('accountant');
    const { email: other } = await server().createUser('accountant');
    const refusals = [];
    for (const address of [email, 'nobody@example.com']) {
      for (let tries = 0; tries < 5; tries += 1) await login(address);
      const { status, message } = await login(address);
      refusals.push({ status, message });
    }
    expect(refusals[1]).toEqual(refusals[0]);
    expect((await login(other, 'demo-demo')).status).toBe(200);
  });

  it('[S22] of many simultaneous attempts five are allowed, across processes', async () => {
    const deps = {
      ...server().deps,
      passwords: createPasswordQueue({
        limits: { maxConcurrent: 2, maxWaitingPerNetwork: 30, maxWaiting: 30 },
        cost: CHEAP_COST,
      }),
    };
    const apps = [createApp(deps), createApp(deps)];
    const tries = Array.from({ length: 30 }, (_, index) => login('guessed@example.com', 'x', apps[index % 2]));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter(status => status === 400)).toHaveLength(5);
    expect(statuses.filter(status => status === 429)).toHaveLength(25);
  });

  it('[S22] attempts are forgotten after an hour, and stored only as a hash', async () => {
    for (let tries = 0; tries < 6; tries += 1) await login('guessed@example.com');
    const kept = await server().db.query.throttles.findMany();
    expect(kept.map(({ tries }) => tries)).toEqual([5, 5]);
    expect(JSON.stringify(kept)).not.toContain('guessed');
    server().advance(3_600_001);
    for (let tries = 0; tries < 5; tries += 1) expect((await login('guessed@example.com')).status).toBe(400);
    server().advance(3_600_001);
    await pruneThrottles(server().deps);
    expect(await server().db.query.throttles.findMany()).toEqual([]);
  });
});

describe('Where a try comes from', () => {
  const server = useTestServer();
  const place = (remoteAddress: string, forwarded: string, proxies: number): string => {
    const request = { header: () => forwarded || undefined };
    return getClientNetwork({ env: { incoming: { socket: { remoteAddress } } }, req: request } as unknown as Context, {
      proxies,
    });
  };

  it('[S25] without proxies, forwarding headers of a client are ignored', () => {
    expect(place('203.0.113.7', '198.51.100.1', 0)).toBe('203.0.113.7');
    expect(place('::ffff:203.0.113.7', '', 0)).toBe('203.0.113.7');
  });

  it('[S25] behind proxies it is the address seen by the outermost trusted one', () => {
    expect(place('127.0.0.1', '1.2.3.4, 203.0.113.7', 1)).toBe('203.0.113.7');
    expect(place('127.0.0.1', '1.2.3.4, 203.0.113.7, 10.0.0.2', 2)).toBe('203.0.113.7');
    expect(place('127.0.0.1', '', 1)).toBe('127.0.0.1');
  });

  it('[S462] logs once that requests come through a proxy that is not configured', async () => {
    const { deps } = server();
    const lines: string[] = [];
    const warn = (line: string) => void lines.push(line);
    const app = createApp({ ...deps, log: { ...deps.log, warn } });
    const call = (headers: Record<string, string>) => app.request('/api/health/live', { headers });
    await call({});
    expect(lines).toEqual([]);
    for (let n = 0; n < 3; n += 1) await call({ 'X-Forwarded-For': '203.0.113.7' });
    expect(lines).toEqual([expect.stringContaining('PROXIES=0')]);
  });

  it('[S8] for IPv6 it is the /64 network, because a household has all of its addresses', () => {
    expect(place('2001:db8:0:1:aaaa::1', '', 0)).toBe(place('2001:DB8::1:bbbb:0:0:2', '', 0));
    expect(place('2001:db8:0:1::1', '', 0)).not.toBe(place('2001:db8:0:2::1', '', 0));
  });
});
