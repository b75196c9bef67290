// @vitest-environment jsdom

import type { AuthProvider } from 'ra-core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '#contract/session.ts';
import { createAuthProvider } from '#providers/authProvider.ts';
import { createUnsavedForms, type UnsavedForms } from '#providers/forms/unsavedForms.ts';
import type { Api } from '#providers/http/http.ts';
import { createProfileStore, type ProfileStore } from '#providers/session/profile.ts';
import { PROFILE_KEY } from '#providers/session/profileKey.ts';
import { RETURN_KEY, saveReturnUrl, takeReturnUrl, toSafeReturnUrl } from '#providers/session/returnUrl.ts';
import type { Session } from '#providers/session/session.ts';
import { createSessionEnd } from '#providers/session/sessionEnd.ts';
import { eventually } from '#tests/support/eventually.ts';
import { type Browser, createBrowser, createTabSession, type Tab } from '#tests/support/tabs.ts';

const ORIGIN = 'https://vitrina.test';
const person: Profile = {
  id: 7,
  first_name: 'Анна',
  last_name: 'Берёзкина',
  middle_name: null,
  avatar: null,
  role: { slug: 'accountant', name: 'Бухгалтер' },
  permissions: [{ slug: 'products.show-list' }],
};
const api = (() => Promise.resolve({ user: person })) as unknown as Api;
const calls = {
  login: () => Promise.resolve({ access: 'a', refresh: 'r' }),
  refresh: () => Promise.resolve(null),
  logout: () => Promise.resolve(),
};

let browser: Browser;
let tab: Tab;
let session: Session;
let profile: ProfileStore;
let auth: AuthProvider;
let unsaved: UnsavedForms;
let end: ReturnType<typeof createSessionEnd>;
let left: string[];
let order: string[];

beforeEach(async () => {
  browser = createBrowser();
  tab = browser.openTab();
  ({ session } = createTabSession('', tab, { calls }));
  await session.signIn({ email: 'a@example.com', password: 'x' });
  profile = createProfileStore({ api, storage: tab.storage });
  await profile.load();
  left = [];
  order = [];
  profile.onChange(known => known ?? order.push(`profile cleared, signed in: ${session.isSignedIn()}`));
  unsaved = createUnsavedForms(new EventTarget());
  end = createSessionEnd({
    session,
    profile,
    unsavedForms: unsaved,
    undo: { flush: async () => void order.push('held writes sent') },
    realtime: {
      connect: () => void order.push('socket connected'),
      disconnect: () => undefined,
      close: () => void order.push('socket disconnected'),
    },
    storage: tab.storage,
    loadDocument: path => void left.push(path),
  });
  auth = createAuthProvider({
    session,
    profile,
    sessionEnd: end,
    getAccess: (resource, action) => (resource === 'nomenclature' ? [`products.${action}` as never] : undefined),
  });
  window.history.replaceState(null, '', '/content/nomenclature?page=2#top');
});

describe('§4 Signing out', () => {
  it('[T2] [Q3] a user who signs out has held writes sent, and ends the socket, the profile and the tokens in this order, and the page', async () => {
    await expect(auth.logout({})).resolves.toBe(false);
    expect(order).toEqual(['held writes sent', 'socket disconnected', 'profile cleared, signed in: true']);
    expect(tab.storage.length).toBe(0);
    expect(left).toEqual(['/login']);
  });

  it('[N4] [R4] an expired session leads to Login and stores the return address', async () => {
    await session.refresh('a');
    await eventually(() => expect(left).toEqual(['/login']));
    expect(tab.storage.getItem(RETURN_KEY)).toBe('/content/nomenclature?page=2#top');
    expect(tab.storage.getItem(PROFILE_KEY)).toBeNull();
  });

  it('[S14] a tab leaves for Login when another one signs out', async () => {
    await createTabSession('', browser.openTab(), { calls }).session.signOut();
    await eventually(() => expect(left).toEqual(['/login']));
  });

  it('[R6] an unauthenticated visit is refused once and leaves for Login', async () => {
    tab.storage.clear();
    const refusals = await Promise.allSettled([auth.checkAuth({}), auth.checkAuth({})]);
    expect(refusals.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await eventually(() => expect(left).toEqual(['/login']));
  });

  it('[N1] [N5] no failed call signs out: a 401 is renewed by the client, a 403 is silent', async () => {
    await expect(auth.checkError({ status: 401 })).resolves.toBeUndefined();
    await expect(auth.checkError({ status: 403 })).resolves.toBeUndefined();
  });
});

describe('§6 What the profile allows', () => {
  it('[P1] [E3] permissions are the slugs of the profile', async () => {
    await expect(auth.getPermissions?.({})).resolves.toEqual(['products.show-list']);
    await expect(auth.getIdentity?.()).resolves.toMatchObject({ id: 7, fullName: 'Анна Берёзкина' });
  });

  it('[P1] a user passes a rule by any of its slugs, and a resource without a rule is closed', async () => {
    const may = (resource: string, action: string) => auth.canAccess?.({ resource, action });
    expect([await may('nomenclature', 'show-list'), await may('nomenclature', 'edit')]).toEqual([true, false]);
    expect(await may('colours', 'show-list')).toBe(false);
    expect([profile.can('signed-in'), profile.can(undefined)]).toEqual([true, false]);
  });

  it('[E4] the profile of the last visit stands at once, and nothing else is kept', () => {
    const next = createProfileStore({ api, storage: tab.storage });
    expect(next.current()).toEqual(person);
    expect(tab.storage.length).toBe(2);
  });

  it('[E3] a role may be a bare slug, and a damaged profile counts as none', () => {
    tab.storage.setItem(PROFILE_KEY, JSON.stringify({ ...person, role: 'accountant' }));
    expect(createProfileStore({ api, storage: tab.storage }).current()?.role.slug).toBe('accountant');
    tab.storage.setItem(PROFILE_KEY, '{"id":7}');
    expect(createProfileStore({ api, storage: tab.storage }).current()).toBeNull();
  });

  it('[T2] a profile that arrives after the sign-out is not kept', async () => {
    let answer = (_: object): void => undefined;
    const slow = (() => new Promise(resolve => (answer = resolve))) as unknown as Api;
    const store = createProfileStore({ api: slow, storage: tab.storage });
    const loading = store.load();
    store.clear();
    answer({ user: person });
    await expect(loading).resolves.toBe(false);
    expect([store.current(), tab.storage.getItem(PROFILE_KEY)]).toEqual([null, null]);
  });
});

describe('§2 Where sign-in leads', () => {
  it('[R4] to the page first requested, once', () => {
    saveReturnUrl(tab.storage, window.location);
    expect(takeReturnUrl(tab.storage, ORIGIN)).toBe('/content/nomenclature?page=2#top');
    expect(takeReturnUrl(tab.storage, ORIGIN)).toBe('/content/nomenclature');
  });

  it.each(['/login', '/login?x=1', '/restore', '/'])('[R5] to the products when it was %s', address => {
    tab.storage.setItem(RETURN_KEY, address);
    expect(takeReturnUrl(tab.storage, ORIGIN)).toBe('/content/nomenclature');
  });

  it.each([
    '//evil.test/content',
    '/\\evil.test',
    '/\t/evil.test',
    'https://evil.test/content',
    'javascript:alert(1)',
    'content/nomenclature',
    '/content\n//x',
    '',
    ' /content',
  ])('[S16] never to %j', address => {
    expect(toSafeReturnUrl(address, ORIGIN)).toBeNull();
  });

  it('[S16] to an address of this application with all it carries', () => {
    expect(toSafeReturnUrl('/content/nomenclature?filter=%7B%7D#row-1', ORIGIN)).toBe(
      '/content/nomenclature?filter=%7B%7D#row-1',
    );
  });
});
