import { describe, expect, it } from 'vitest';
import { applyStorageVersion, VERSION_KEY } from '#providers/session/storedVersion.ts';
import { createBrowser, createTabSession } from '#tests/support/tabs.ts';

const calls = {
  login: () => Promise.resolve({ access: 'a', refresh: 'r' }),
  logout: () => Promise.resolve(),
};
const credentials = { email: 'a@example.com', password: 'x' };

/** A browser in which documents of several builds are loaded, and what each says of the session it finds. */
const openBrowser = () => {
  const tab = createBrowser().openTab();
  return async (version: string) => {
    const { session } = createTabSession('', tab, { calls });
    let signedOut = 0;
    session.onChange(change => {
      if (change === 'signed-out') signedOut += 1;
    });
    await applyStorageVersion({ storage: tab.storage, session, version });
    return { session, signedOut, storage: tab.storage };
  };
};

describe('§4 The version of the storage', () => {
  it('[T6] another version signs out, clears local storage, and is stored', async () => {
    const load = openBrowser();
    const { session, storage } = await load('1.1.0');
    await session.signIn(credentials);
    storage.setItem('left over', 'x');
    const next = await load('1.2.0');
    expect(next.signedOut).toBe(1);
    expect([next.session.isSignedIn(), next.storage.getItem(VERSION_KEY), next.storage.getItem('left over')]).toEqual([
      false,
      '1.2.0',
      null,
    ]);
  });

  it('[T6] the same version keeps the session and the storage', async () => {
    const load = openBrowser();
    const { session } = await load('1.2.0');
    await session.signIn(credentials);
    expect((await load('1.2.0')).session.isSignedIn()).toBe(true);
  });

  it('[T6] tabs of two builds, loaded in turn, sign out once between them and never again', async () => {
    const load = openBrowser();
    await (await load('1.2.0')).session.signIn(credentials);
    let signedOut = 0;
    for (const version of ['1.3.0', '1.2.0', '1.3.0', '1.2.0', '1.3.0', '1.2.0']) {
      const tab = await load(version);
      signedOut += tab.signedOut;
      if (!tab.session.isSignedIn()) await tab.session.signIn(credentials);
    }
    expect(signedOut).toBe(1);
  });

  it('[T6] a rollback signs nobody out, and a damaged value counts as no version', async () => {
    const load = openBrowser();
    const { storage } = await load('x'.repeat(5000));
    storage.setItem(VERSION_KEY, 'not a version');
    await (await load('1.3.0')).session.signIn(credentials);
    const back = await load('1.2.0');
    expect(back.signedOut).toBe(1);
    await back.session.signIn(credentials);
    expect((await load('1.3.0')).session.isSignedIn()).toBe(true);
    const kept = Array.from({ length: storage.length }, (_, at) => storage.getItem(storage.key(at) ?? ''));
    expect(kept.join(' ')).not.toContain('not a version');
  });
});
