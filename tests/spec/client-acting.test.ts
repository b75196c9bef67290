import { describe, expect, it } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { createSessionCalls, type SessionCalls } from '#providers/session/sessionCalls.ts';
import { BACKUP_KEY } from '#providers/session/tokenStore.ts';
import { askForProfile, changesOf, nextTask, signIn, stored, TEN_MINUTES, useClients } from '#tests/support/clients.ts';
import { eventually } from '#tests/support/eventually.ts';
import { hold } from '#tests/support/hold.ts';

const { server, baseUrl, open } = useClients();

describe('§4 Acting as another user: the session', () => {
  it('[E2] [T4] a backup of both tokens is kept under its own key while acting, and restored from it', async () => {
    const client = open();
    await signIn(client);
    const own = stored(client);
    const other = await server().signIn('photographer');
    const changes = changesOf(client);
    client.session.actAs({ access: other.access, refresh: other.refresh });
    expect(client.tab.storage.getItem(BACKUP_KEY)).toBe(JSON.stringify(own));
    expect([client.session.isActing(), client.session.userId()]).toEqual([true, String(other.user.id)]);
    expect(client.session.restoreBackup()).toBe(true);
    expect([stored(client), client.session.isActing()]).toEqual([own, false]);
    expect(changes).toEqual(['switched', 'switched']);
    expect(client.session.restoreBackup()).toBe(false);
    await eventually(() =>
      expect(createSessionCalls(baseUrl()).refresh(other.refresh)).rejects.toMatchObject({ kind: 'unauthorized' }),
    );
  });

  it('[T4] acting survives refreshes, and other tabs are notified of the switch', async () => {
    const [own, other] = [open(), open()];
    await signIn(own);
    await nextTask();
    const changes = changesOf(other);
    const { access, refresh } = await server().signIn('photographer');
    own.session.actAs({ access, refresh });
    await nextTask();
    expect(changes).toEqual(['signed-in']);
    server().advance(TEN_MINUTES);
    const { user } = await askForProfile(own);
    expect([user.role.slug, own.session.isActing(), own.refreshes]).toEqual(['photographer', true, [refresh]]);
    own.session.restoreBackup();
    expect((await askForProfile(own)).user.role.slug).toBe('admin');
  });

  it('[E2] [S28] a refresh of the own pair that ends while acting renews the backup', async () => {
    const late = hold();
    const calls = createSessionCalls(baseUrl());
    const slow: SessionCalls['refresh'] = async token => {
      const pair = await calls.refresh(token);
      await late.released;
      return pair;
    };
    const client = open({ calls: { refresh: slow } });
    await signIn(client);
    const own = stored(client);
    server().advance(TEN_MINUTES);
    const asked = askForProfile(client);
    await expect.poll(() => client.refreshes).toHaveLength(1);
    const { access, refresh } = await server().signIn('photographer');
    client.session.actAs({ access, refresh });
    const refused = expect(asked).rejects.toMatchObject({ kind: 'unauthorized' });
    late.release();
    await refused;
    expect(stored(client).refresh).toBe(refresh);
    client.session.restoreBackup();
    expect(stored(client).refresh).not.toBe(own.refresh);
    expect((await askForProfile(client)).user.role.slug).toBe('admin');
  });

  it('[S101] [S28] when the server ends it the own pair is back, and the refused request is not repeated with it', async () => {
    const client = open();
    await signIn(client);
    const own = stored(client);
    const other = await server().createUser('photographer');
    const { accessToken, refreshToken } = await client.api(endpoints.auth.actAs, { params: { id: other.id } });
    client.session.actAs({ access: accessToken, refresh: refreshToken });
    const changes = changesOf(client);
    server().advance(3_600_001);
    await expect(askForProfile(client)).rejects.toMatchObject({ kind: 'unauthorized' });
    expect(changes).toEqual(['returned']);
    expect([stored(client), client.session.isActing()]).toEqual([own, false]);
    expect((await askForProfile(client)).user.role.slug).toBe('admin');
  });

  it('[T2] [S6] signing out while acting ends both sessions and clears both pairs', async () => {
    const client = open();
    await signIn(client);
    const own = stored(client);
    const { access, refresh } = await server().signIn('photographer');
    client.session.actAs({ access, refresh });
    await client.session.signOut();
    expect(client.tab.storage.length).toBe(0);
    const calls = createSessionCalls(baseUrl());
    for (const token of [own.refresh, refresh])
      await expect(calls.refresh(token)).rejects.toMatchObject({ kind: 'unauthorized' });
  });
});
