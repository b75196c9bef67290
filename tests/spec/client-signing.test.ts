import { describe, expect, it } from 'vitest';
import { ApiError } from '#providers/http/errors.ts';
import { createSessionCalls } from '#providers/session/sessionCalls.ts';
import { TOKENS_KEY } from '#providers/session/tokenStore.ts';
import { answeringServers } from '#tests/support/answering.ts';
import { changesOf, credentials, nextTask, signIn, stored, TEN_MINUTES, useClients } from '#tests/support/clients.ts';
import { hold } from '#tests/support/hold.ts';
import { createBrowser } from '#tests/support/tabs.ts';

const answering = answeringServers();
const { server, baseUrl, open } = useClients();

describe('§4 Signing in and out', () => {
  it('[T1] [E1] a user signs in and finds both tokens in local storage', async () => {
    const client = open({ calls: createSessionCalls(baseUrl()) });
    const changes = changesOf(client);
    const { email } = await server().createUser('admin');
    await client.session.signIn({ email, password: 'demo-demo' });
    expect(client.session.isSignedIn()).toBe(true);
    expect(stored(client)).toEqual({ access: expect.any(String), refresh: expect.any(String) });
    expect(changes).toEqual(['signed-in']);
  });

  it.each([
    ['another message', { code: 200, message: 'ok', result: { accessToken: 'a', refreshToken: 'r' } }],
    ['no refresh token', { code: 200, message: 'success', result: { accessToken: { token: 'a' } } }],
    ['no access token', { code: 200, message: 'success', result: { refreshToken: { token: 'r' } } }],
    ['another code', { code: 400, message: 'success', result: { accessToken: 'a', refreshToken: 'r' } }],
    ['another code of success', { code: 201, message: 'success', result: { accessToken: 'a', refreshToken: 'r' } }],
    ['no code', { message: 'success', result: { accessToken: 'a', refreshToken: 'r' } }],
    ['no message', { code: 200, result: { accessToken: 'a', refreshToken: 'r' } }],
    ['no result', { code: 200, message: 'success' }],
  ])('[T1] a user stays signed out when the answer has %s', async (_, body) => {
    const client = open({ calls: createSessionCalls(answering(body)) });
    await expect(client.session.signIn(credentials)).rejects.toBeInstanceOf(ApiError);
    expect(client.session.isSignedIn()).toBe(false);
  });

  it('[X4] tokens may be bare strings', async () => {
    const pair = { accessToken: 'a', refreshToken: 'r' };
    const client = open({ calls: createSessionCalls(answering({ code: 200, message: 'success', result: pair })) });
    await client.session.signIn(credentials);
    expect(stored(client)).toEqual({ access: 'a', refresh: 'r' });
  });

  it('[T2] [S6] signing out clears the tokens, the backup and the session', async () => {
    const client = open();
    await signIn(client);
    const { access, refresh } = stored(client);
    const order: string[] = [];
    await client.session.signOut(() => order.push(`before, signed in: ${client.session.isSignedIn()}`));
    expect(order).toEqual(['before, signed in: true']);
    expect(client.tab.storage.length).toBe(0);
    const calls = createSessionCalls(baseUrl());
    await expect(calls.refresh(refresh)).rejects.toMatchObject({ kind: 'unauthorized' });
    await expect(calls.logout(access)).rejects.toMatchObject({ kind: 'unauthorized' });
  });

  it('[S6] a user whose access token has expired ends the session on the server as well', async () => {
    const client = open();
    await signIn(client);
    const { refresh } = stored(client);
    server().advance(TEN_MINUTES);
    await client.session.signOut();
    await expect(createSessionCalls(baseUrl()).refresh(refresh)).rejects.toMatchObject({ kind: 'unauthorized' });
  });

  it('[T2] a user signs out where the server cannot be reached', async () => {
    const calls = { logout: () => Promise.reject(new ApiError('network', { endpoint: 'POST /auth/logout' })) };
    const client = open({ calls });
    await signIn(client);
    await client.session.signOut();
    expect(client.session.isSignedIn()).toBe(false);
  });

  it('[S14] a user who signs out in one tab is signed out in the others', async () => {
    const [one, other] = [open(), open()];
    await signIn(one);
    await nextTask();
    const changes = changesOf(other);
    await one.session.signOut();
    await nextTask();
    expect(other.session.isSignedIn()).toBe(false);
    expect(changes).toEqual(['signed-out']);
  });

  it('[S14] a tab is notified when another user signs in from another tab', async () => {
    const someoneElse = async () => server().signIn('photographer');
    const [one, other] = [open(), open()];
    const third = open({ calls: { login: someoneElse } });
    await signIn(one);
    await nextTask();
    const changes = changesOf(other);
    await signIn(third);
    await nextTask();
    expect(changes).toEqual(['signed-in']);
  });

  it('[S520] a slow sign-out leaves the sign-in of somebody else in another tab alone', async () => {
    const slow = hold();
    const leaving = open({ calls: { logout: () => slow.released } });
    const other = open({ calls: { login: () => server().signIn('photographer') } });
    await signIn(leaving);
    await nextTask();
    const cleared: string[] = [];
    const signingOut = leaving.session.signOut(() => cleared.push('the profile'));
    await signIn(other);
    await nextTask();
    const theirs = stored(other);
    slow.release();
    await signingOut;
    await nextTask();
    expect([stored(leaving), stored(other)]).toEqual([theirs, theirs]);
    expect(cleared).toEqual([]);
  });

  it('[S520] a slow sign-out clears what a refresh or a return to the own account has stored meanwhile', async () => {
    const slow = hold();
    const own = open({ calls: { logout: () => slow.released } });
    const other = open();
    await signIn(own);
    own.session.actAs(await server().signIn('photographer'));
    await nextTask();
    const leaving = own.session.signOut();
    other.session.restoreBackup();
    await other.session.refresh(stored(other).access);
    await nextTask();
    slow.release();
    await leaving;
    await nextTask();
    expect([own.tab.storage.length, other.tab.storage.length]).toEqual([0, 0]);
  });

  it('[S520] a sign-in that crosses the sign-out of somebody else in another tab stays', async () => {
    const where = createBrowser({ lag: 40 });
    const leaving = open({}, where);
    const other = open({ calls: { login: () => server().signIn('photographer') } }, where);
    await signIn(leaving);
    await expect.poll(where.isSettled).toBe(true);
    await leaving.session.signOut();
    await signIn(other);
    await expect.poll(where.isSettled).toBe(true);
    expect([leaving, other].map(({ session }) => session.isSignedIn())).toEqual([true, true]);
  });

  it('[T3] a password reset signs in as a login does, and needs all that a login needs', async () => {
    const pair = { accessToken: { token: 'a' }, refreshToken: { token: 'r' } };
    const password = { token: 't', password: 'new-secret', password_confirmation: 'new-secret' };
    const good = open({ calls: createSessionCalls(answering({ code: 200, message: 'success', result: pair })) });
    await good.session.resetPassword(password);
    expect(stored(good)).toEqual({ access: 'a', refresh: 'r' });
    const bad = open(
      { calls: createSessionCalls(answering({ code: 200, message: 'ok', result: pair })) },
      createBrowser(),
    );
    await expect(bad.session.resetPassword(password)).rejects.toBeInstanceOf(ApiError);
    expect(bad.session.isSignedIn()).toBe(false);
  });

  it('[S12] damaged tokens count as none', () => {
    const client = open();
    client.tab.storage.setItem(TOKENS_KEY, '{"access":');
    expect(client.session.isSignedIn()).toBe(false);
  });
});
