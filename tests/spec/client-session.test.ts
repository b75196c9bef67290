import { describe, expect, it } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { createApi } from '#providers/http/http.ts';
import { createProfileStore } from '#providers/session/profile.ts';
import { createSessionCalls, type SessionCalls } from '#providers/session/sessionCalls.ts';
import { answeringServers } from '#tests/support/answering.ts';
import {
  askForProfile,
  type Client,
  changesOf,
  many,
  nextTask,
  signIn,
  stored,
  TEN_MINUTES,
  useClients,
} from '#tests/support/clients.ts';
import { hold } from '#tests/support/hold.ts';
import { createBrowser } from '#tests/support/tabs.ts';

const answering = answeringServers();
const { server, baseUrl, open } = useClients();

describe('§8 A 401 renews the session', () => {
  it('[N1] [S9] 200 parallel 401s lead to one refresh, and every request is answered', async () => {
    const client = open();
    await signIn(client);
    const before = stored(client);
    server().advance(TEN_MINUTES);
    const answers = await Promise.all(many(200, () => askForProfile(client)));
    expect(answers).toHaveLength(200);
    expect(client.refreshes).toEqual([before.refresh]);
    expect(stored(client).refresh).not.toBe(before.refresh);
  });

  it('[N1] [N2] [S9] 200 requests before, during and after a refresh are sent at most twice, and all succeed', async () => {
    const refreshing = hold();
    const arriving = hold();
    const calls = createSessionCalls(baseUrl());
    const slow: SessionCalls['refresh'] = async token => {
      await refreshing.released;
      return calls.refresh(token);
    };
    const client = open({ calls: { refresh: slow } });
    await signIn(client);
    const sent = new Map<string, number>();
    answering.watch(baseUrl(), async ({ headers }) => {
      const name = headers.get('X-Request') ?? '';
      sent.set(name, (sent.get(name) ?? 0) + 1);
      if (name.startsWith('late') && sent.get(name) === 1) await arriving.released;
    });
    const fifty = (when: string) =>
      many(50, String).map((_, at) =>
        client.api(endpoints.auth.profile, { headers: { 'X-Request': `${when} ${at}` } }),
      );
    const timesOf = (when: string) => [...sent].flatMap(([name, times]) => (name.startsWith(when) ? [times] : []));
    server().advance(TEN_MINUTES);
    const [early, late] = [fifty('early'), fifty('late')];
    await expect.poll(() => timesOf('late')).toHaveLength(50);
    await expect.poll(() => client.refreshes).toHaveLength(1);
    const during = fifty('during');
    refreshing.release();
    await Promise.all([...early, ...during]);
    await Promise.all(fifty('after'));
    // Their 401 comes long after the refresh, for the old token.
    arriving.release();
    expect(await Promise.all(late)).toHaveLength(50);
    expect(timesOf('early')).toEqual(many(50, () => 2));
    expect(timesOf('late')).toEqual(many(50, () => 2));
    expect([...timesOf('during'), ...timesOf('after')]).toEqual(many(100, () => 1));
    expect(client.refreshes).toHaveLength(1);
  });

  it.each([3, 10])('[S10] %i tabs refresh once between them and none is signed out', async count => {
    const clients = many(count, () => open());
    await signIn(clients[0] as Client);
    await nextTask();
    server().advance(TEN_MINUTES);
    const answers = await Promise.all(clients.flatMap(client => many(10, () => askForProfile(client))));
    expect(answers).toHaveLength(count * 10);
    expect(clients.flatMap(({ refreshes }) => refreshes)).toHaveLength(1);
    expect(clients.every(({ session }) => session.isSignedIn())).toBe(true);
  });

  it('[S10] without Web Locks, tabs rely on the server’s grace period', async () => {
    const clients = many(3, () => open({ hasLocks: false }));
    await signIn(clients[0] as Client);
    await nextTask();
    server().advance(TEN_MINUTES);
    await Promise.all(clients.flatMap(client => many(10, () => askForProfile(client))));
    expect(clients.every(({ session }) => session.isSignedIn())).toBe(true);
    await nextTask();
    server().advance(TEN_MINUTES);
    await Promise.all(clients.map(askForProfile));
  });

  it('[S10] tabs that see each other’s tokens late rely on the server’s grace period', async () => {
    const where = createBrowser({ lag: 50 });
    const clients = many(3, () => open({}, where));
    await signIn(clients[0] as Client);
    await expect.poll(() => clients.every(({ session }) => session.isSignedIn())).toBe(true);
    server().advance(TEN_MINUTES);
    await Promise.all(clients.flatMap(client => many(10, () => askForProfile(client))));
    expect(clients.every(({ session }) => session.isSignedIn())).toBe(true);
  });

  it('[N1] a request with an older token than the stored one is simply repeated', async () => {
    const client = open();
    await signIn(client);
    await expect(client.session.refresh('an older token')).resolves.toBe(stored(client).access);
    expect(client.refreshes).toEqual([]);
  });

  it.each([
    ['signed in from another tab', (_: Client, other: Client) => signIn(other)],
    ['is acted as from now on', async (client: Client) => client.session.actAs(await server().signIn('photographer'))],
  ])('[S28] a refused request is not sent again in the name of somebody else who %s', async (_, change) => {
    const client = open();
    const other = open({ calls: { login: () => server().signIn('photographer') } });
    await signIn(client);
    const carried = stored(client).access;
    await nextTask();
    await change(client, other);
    await nextTask();
    expect(stored(client).access).not.toBe(carried);
    await expect(client.session.refresh(carried)).resolves.toBeNull();
    expect(client.refreshes).toEqual([]);
  });

  it('[S28] nor if that happens during the renewal', async () => {
    const late = hold();
    const calls = createSessionCalls(baseUrl());
    const slow: SessionCalls['refresh'] = async token => {
      await late.released;
      return calls.refresh(token);
    };
    const client = open({ calls: { refresh: slow } });
    const other = open({ calls: { login: () => server().signIn('photographer') } });
    await signIn(client);
    await nextTask();
    const renewing = client.session.refresh(stored(client).access);
    await expect.poll(() => client.refreshes).toHaveLength(1);
    await signIn(other);
    await nextTask();
    late.release();
    await expect(renewing).resolves.toBeNull();
    expect(stored(client)).toEqual(stored(other));
  });

  it('[N1] a request is repeated only once', async () => {
    const client = open({ calls: { refresh: token => Promise.resolve({ access: 'refused too', refresh: token }) } });
    await signIn(client);
    server().advance(TEN_MINUTES);
    await expect(askForProfile(client)).rejects.toMatchObject({ kind: 'unauthorized', status: 401 });
    expect(client.refreshes).toHaveLength(1);
  });

  it('[N2] requests made during a refresh wait for it', async () => {
    const client = open();
    await signIn(client);
    server().advance(TEN_MINUTES);
    const refreshing = client.session.refresh(stored(client).access);
    await Promise.all([refreshing, ...many(10, () => askForProfile(client))]);
    expect(client.refreshes).toHaveLength(1);
  });

  it('[N3] an answer without tokens clears them', async () => {
    const client = open({ calls: { refresh: createSessionCalls(answering({ code: 200, result: {} })).refresh } });
    await signIn(client);
    const changes = changesOf(client);
    server().advance(TEN_MINUTES);
    await expect(askForProfile(client)).rejects.toMatchObject({ kind: 'unauthorized' });
    expect(client.tab.storage.length).toBe(0);
    expect(changes).toEqual(['signed-out']);
  });

  it.each([400, 401, 403])('[N4] [S11] a refresh refused with %i signs out', async status => {
    const refused = createSessionCalls(answering({ code: status, message: 'Нет' }, status));
    const client = open({ calls: { refresh: refused.refresh } });
    await signIn(client);
    const changes = changesOf(client);
    server().advance(TEN_MINUTES);
    await expect(askForProfile(client)).rejects.toMatchObject({ kind: 'unauthorized' });
    expect(changes).toEqual(['signed-out']);
  });

  it.each([
    ['an unreachable server', () => 'http://127.0.0.1:1'],
    ['a 500', () => answering({ code: 500, message: 'Ошибка' }, 500)],
    ['a 504', () => answering({ code: 504, message: 'Позже' }, 504)],
    ['a 429', () => answering({ code: 429, message: 'Подождите' }, 429)],
    ["a proxy's page", () => answering('<html>')],
  ])('[S11] %s keeps the session', async (_, url) => {
    const client = open({ calls: { refresh: createSessionCalls(url()).refresh } });
    await signIn(client);
    const before = stored(client);
    server().advance(TEN_MINUTES);
    const failures = await Promise.allSettled(many(5, () => askForProfile(client)));
    expect(failures.map(({ status }) => status)).toEqual(many(5, () => 'rejected'));
    expect(client.refreshes).toHaveLength(1);
    expect(stored(client)).toEqual(before);
  });

  it('[X5] a refresh answer is read at the top level too', async () => {
    const flat = createSessionCalls(answering({ code: 200, token: { token: 'a2' }, refresh_token: 'r2' }));
    await expect(flat.refresh('r1')).resolves.toEqual({ access: 'a2', refresh: 'r2' });
  });

  it.each([
    ['in this tab', (own: Client) => own],
    ['in another tab', (_: Client, other: Client) => other],
  ])('[T2] a refresh that comes back after a sign-out %s writes no tokens', async (_, pick) => {
    const late = hold();
    const calls = createSessionCalls(baseUrl());
    const slow: SessionCalls['refresh'] = async token => {
      const pair = await calls.refresh(token);
      await late.released;
      return pair;
    };
    const [own, other] = [open({ calls: { refresh: slow } }), open()];
    await signIn(own);
    await nextTask();
    server().advance(TEN_MINUTES);
    const asked = askForProfile(own);
    await expect.poll(() => own.refreshes).toHaveLength(1);
    await pick(own, other).session.signOut();
    await nextTask();
    late.release();
    await expect(asked).rejects.toMatchObject({ kind: 'unauthorized' });
    await nextTask();
    expect([own.tab.storage.length, other.tab.storage.length]).toEqual([0, 0]);
  });

  it('[T2] a refresh that completes after a sign-out in another process is discarded', async () => {
    const where = createBrowser({ lag: 40 });
    const [own, other] = [open({}, where), open({}, where)];
    await signIn(own);
    await expect.poll(where.isSettled).toBe(true);
    server().advance(TEN_MINUTES);
    await Promise.allSettled([askForProfile(own), other.session.signOut()]);
    await expect.poll(where.isSettled).toBe(true);
    expect([own.tab.storage.length, other.tab.storage.length]).toEqual([0, 0]);
  });

  it.each([
    ['no network', true, () => 'http://127.0.0.1:1'],
    ['a 504', true, () => answering({ code: 504, message: 'Позже' }, 504)],
    ['a 500', false, () => answering({ code: 500, message: 'Сбой' }, 500)],
    ['a 403', false, () => answering({ code: 403, message: 'Нельзя' }, 403)],
    ['another shape', false, () => answering({ code: 200, message: 'success', result: {} })],
  ])('[P23] [N13] whether the stored profile stands in after %s: %s', async (_, isUsed, url) => {
    const client = open();
    await signIn(client);
    const { storage } = client.tab;
    await createProfileStore({ api: client.api, storage }).load();
    const next = createProfileStore({ api: createApi({ baseUrl: url(), session: client.session }), storage });
    await expect(next.load()).resolves.toBe(false);
    expect(next.current() !== null).toBe(isUsed);
    expect(next.can(['products.show-list'])).toBe(isUsed);
  });

  it('[N13] a failed profile request resolves to false and can be retried', async () => {
    const client = open();
    const profile = createProfileStore({ api: client.api, storage: client.tab.storage });
    await expect(profile.load()).resolves.toBe(false);
    await signIn(client);
    await expect(profile.load()).resolves.toMatchObject({ role: { slug: 'admin' } });
  });
});
