import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTabStorage } from '#providers/session/tabStorage.ts';
import { TOKENS_KEY } from '#providers/session/tokenStore.ts';
import { useSignInPage } from '#tests/support/signInPage.tsx';

const TOLD = /^Браузер не хранит данные этого сайта: вход действует только в этой вкладке/;
const full = (): never => {
  throw new DOMException('full', 'QuotaExceededError');
};

describe('§4 Where the browser stores nothing', () => {
  const { server, openSignIn, fillIn } = useSignInPage();

  it('[S134] the page shows a notice, and the session lasts in this tab', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full);
    const { user } = await server().signIn('content_manager');
    const session = openSignIn();
    expect(await screen.findByText(TOLD)).toBeVisible();
    await fillIn(user.email);
    expect(await screen.findByRole('heading', { name: 'Номенклатура' })).toBeVisible();
    expect(session.isSignedIn()).toBe(true);
    expect(window.localStorage.getItem(TOKENS_KEY)).toBeNull();
  });

  it('[S463] the page for a new password shows the notice too', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full);
    openSignIn('/reset-password?token=x');
    expect(await screen.findByText(TOLD)).toBeVisible();
  });

  it('[S134] with working storage there is no notice', async () => {
    openSignIn();
    await screen.findByLabelText('Пароль');
    expect(screen.queryByText(TOLD)).not.toBeInTheDocument();
    expect(window.localStorage).toHaveLength(0);
  });
});

describe('The storage of a tab', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    window.localStorage.clear();
  });

  it('[S134] falls back to memory where even accessing storage throws', () => {
    const storage = createTabStorage(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    storage.setItem('a', '1');
    expect([storage.getItem('a'), storage.length, storage.key(0), storage.isDenied()]).toEqual(['1', 1, 'a', true]);
    storage.removeItem('a');
    expect(storage.getItem('a')).toBeNull();
    storage.setItem('a', '1');
    storage.clear();
    expect(storage.length).toBe(0);
  });

  it('[S134] a value that cannot be stored removes the stored one, so that no other tab reads it', () => {
    const storage = createTabStorage(() => window.localStorage);
    storage.setItem('a', 'old');
    expect(window.localStorage.getItem('a')).toBe('old');
    const spy = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full);
    storage.setItem('a', 'new');
    expect([storage.getItem('a'), window.localStorage.getItem('a'), storage.isDenied()]).toEqual(['new', null, true]);
    spy.mockRestore();
    storage.setItem('a', 'newer');
    expect([storage.getItem('a'), window.localStorage.getItem('a'), storage.isDenied()]).toEqual([
      'newer',
      'newer',
      false,
    ]);
  });
});
