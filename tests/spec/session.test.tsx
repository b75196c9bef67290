import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { RETURN_KEY } from '#providers/session/returnUrl.ts';
import { BACKUP_KEY, TOKENS_KEY } from '#providers/session/tokenStore.ts';
import { addManyProducts, numbered } from '#tests/support/records.ts';
import { goTo, useScreens } from '#tests/support/screen.tsx';

const { server, open, load, answer, complaints } = useScreens();

const stored = (key: string) => window.localStorage.getItem(key);
const storedTokens = () => JSON.parse(stored(TOKENS_KEY) ?? 'null') as { access: string; refresh: string } | null;
const name = () => screen.getByRole('textbox', { name: 'Название' });
const dialog = () => screen.findByRole('dialog', { name: 'Сеанс закончился' });
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

describe('§4 Acting as another user', () => {
  /** An administrator on their page, and a photographer to act as. */
  const openAdmin = async () => {
    const { user: photographer } = await server().signIn('photographer');
    const opened = await open('/content', 'admin');
    await screen.findByRole('heading', { name: 'Здравствуйте, Анна' });
    return { ...opened, photographer };
  };
  const start = async ({ services, photographer }: Awaited<ReturnType<typeof openAdmin>>) =>
    services.actAs.start(photographer.id);

  it('[F3] [T4] [P10] keeps the own pair, fetches tokens and profile, and leaves for the start page', async () => {
    const calls: string[] = [];
    answer(
      http.all('*/api/*', ({ request }) => {
        calls.push(`${request.method} ${new URL(request.url).pathname.replace('/api', '')}`);
      }),
    );
    const opened = await openAdmin();
    const own = storedTokens();
    calls.length = 0;
    await start(opened);
    const ofSession = calls.filter(call => /auth|profile/.test(call));
    expect(ofSession.slice(0, 2)).toEqual([`POST /users/auth/${opened.photographer.id}`, 'GET /profile']);
    expect(opened.left).toEqual(['/content']);
    expect(JSON.parse(stored(BACKUP_KEY) ?? '')).toEqual(own);
    expect(storedTokens()).not.toEqual(own);
    expect(screen.getByText('Меняем учётную запись…')).toBeVisible();
  });

  it('[T4] a banner names the account in use, after each reload, and one click leads back', async () => {
    const opened = await openAdmin();
    const own = storedTokens();
    await start(opened);
    const { services } = await load('/content');
    await screen.findByText('Вы работаете как Анна Берёзкина');
    expect(services.profile.current()?.role.slug).toBe('photographer');
    const again = await load('/content/nomenclature');
    await again.user.click(await screen.findByRole('button', { name: 'Вернуться в свою учётную запись' }));
    await waitFor(() => expect(again.left).toEqual(['/content']));
    expect([storedTokens(), stored(BACKUP_KEY)]).toEqual([own, null]);
    const { services: back } = await load('/content');
    expect(back.profile.current()?.role.slug).toBe('admin');
    expect(screen.queryByText(/Вы работаете как/)).not.toBeInTheDocument();
  });

  it.each([
    ['a fault', () => HttpResponse.json({ code: 500, message: 'Сбой' }, { status: 500 }), 1],
    ['a refusal', () => HttpResponse.json({ code: 403, message: 'Нельзя' }, { status: 403 }), 0],
    ['a lost network', () => HttpResponse.error(), 0],
  ])(
    '[T5] after %s a critical notice stays until it is closed, and nothing has changed',
    async (_, failing, logged) => {
      const opened = await openAdmin();
      const own = storedTokens();
      answer(http.post('*/api/users/auth/:id', failing));
      await start(opened);
      const notice = await screen.findByText('Не удалось авторизоваться под другим пользователем!');
      await opened.user.click(document.body);
      await opened.user.keyboard('{Escape}');
      expect(notice).toBeVisible();
      expect([storedTokens(), stored(BACKUP_KEY), opened.left]).toEqual([own, null, []]);
      await opened.user.click(within(notice.parentElement as HTMLElement).getByRole('button', { name: 'Закрыть' }));
      expect(notice).not.toBeInTheDocument();
      expect(complaints()).toHaveLength(logged);
    },
  );

  it('[T5] another user whose profile cannot be had is left again', async () => {
    const opened = await openAdmin();
    const own = storedTokens();
    answer(
      http.get('*/api/profile', ({ request }) =>
        request.headers.get('Authorization') === `Bearer ${own?.access}`
          ? undefined
          : HttpResponse.json({ code: 500, message: 'Сбой' }, { status: 500 }),
      ),
    );
    await start(opened);
    await screen.findByText('Не удалось авторизоваться под другим пользователем!');
    expect([storedTokens(), stored(BACKUP_KEY), opened.left]).toEqual([own, null, []]);
    expect(opened.services.profile.current()?.role.slug).toBe('admin');
    expect(screen.getByRole('heading', { name: 'Здравствуйте, Анна' })).toBeVisible();
    expect(complaints()).toHaveLength(1);
  });

  it('[S103] returning leads back to the page on which it began, with its filters', async () => {
    const { user: photographer } = await server().signIn('photographer');
    const { services } = await open('/content/users?role=photographer', 'admin');
    await screen.findByRole('heading', { level: 1, name: 'Пользователи' });
    await services.actAs.start(photographer.id);
    const { user, left } = await load('/content/catalog');
    await user.click(await screen.findByRole('button', { name: 'Вернуться в свою учётную запись' }));
    await waitFor(() => expect(left).toEqual(['/content/users?role=photographer']));
    expect(stored(RETURN_KEY)).toBeNull();
  });

  it('[S101] when its hour is over, the next call returns to the own account, with a notice', async () => {
    const { user: photographer } = await server().signIn('photographer');
    const { services } = await open('/content/users', 'admin');
    await screen.findByRole('heading', { level: 1, name: 'Пользователи' });
    await services.actAs.start(photographer.id);
    const own = stored(BACKUP_KEY);
    const { left } = await load('/content');
    expect(await screen.findByText(/^самое позднее до /)).toBeVisible();
    server().advance(3_600_001);
    goTo('/content/catalog');
    await waitFor(() => expect(left).toEqual(['/content/users']));
    expect([stored(TOKENS_KEY), stored(BACKUP_KEY)]).toEqual([own, null]);
    const { services: back } = await load('/content/users');
    expect(await screen.findByText(/^Работа под чужой учётной записью закончилась/)).toBeVisible();
    expect(back.profile.current()?.role.slug).toBe('admin');
    await load('/content/users');
    await screen.findByRole('heading', { level: 1, name: 'Пользователи' });
    expect(screen.queryByText(/^Работа под чужой учётной записью/)).not.toBeInTheDocument();
  });

  it('[T2] signing out while acting clears both pairs and the flag', async () => {
    const opened = await openAdmin();
    await start(opened);
    const { user, left } = await load('/content');
    await user.click(await screen.findByRole('button', { name: /^Учётная запись/ }));
    await user.click(screen.getByRole('menuitem', { name: 'Выйти' }));
    await waitFor(() => expect(left).toEqual(['/login']));
    expect([stored(TOKENS_KEY), stored(BACKUP_KEY)]).toEqual([null, null]);
  });
});

describe('§8 A session that ends over something unsaved', () => {
  beforeEach(() => addManyProducts(server(), 3));

  const openChanged = async () => {
    const opened = await open('/content/nomenclature/1/settings');
    await screen.findByRole('heading', { name: numbered(1) });
    await opened.user.type(name(), '!');
    return opened;
  };
  const signIn = async (user: UserEvent, email: string, password = 'demo-demo') => {
    const inDialog = within(await dialog());
    await user.clear(inDialog.getByLabelText(/Электронная почта/));
    await user.type(inDialog.getByLabelText(/Электронная почта/), email);
    await user.clear(inDialog.getByLabelText(/Пароль/));
    await user.type(inDialog.getByLabelText(/Пароль/), password);
    await user.click(inDialog.getByRole('button', { name: 'Войти' }));
  };
  const me = async () => (await server().signIn('content_manager')).user.email;

  it('[S26] the server ends it while saving: the owner signs in over the page, and saves what was typed', async () => {
    const { user, left } = await openChanged();
    window.localStorage.setItem(TOKENS_KEY, JSON.stringify({ access: 'expired', refresh: 'ended' }));
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await signIn(user, await me(), 'wrong-password');
    await within(await dialog()).findByText('Неверный адрес почты или пароль');
    await signIn(user, await me());
    await noDialog();
    expect(name()).toHaveValue(`${numbered(1)}!`);
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await screen.findByRole('heading', { name: `${numbered(1)}!` });
    expect(left).toEqual([]);
  });

  it('[S14] [S26] a sign-out in another tab opens the sign-in over the page, and signing in there is enough', async () => {
    const { left, storeElsewhere } = await openChanged();
    const tokens = stored(TOKENS_KEY);
    storeElsewhere(TOKENS_KEY, null);
    await dialog();
    storeElsewhere(TOKENS_KEY, tokens);
    await noDialog();
    expect(name()).toHaveValue(`${numbered(1)}!`);
    expect(left).toEqual([]);
  });

  it('[S26] anybody else who signs in leaves the page', async () => {
    const { user, left, storeElsewhere } = await openChanged();
    storeElsewhere(TOKENS_KEY, null);
    await signIn(user, (await server().signIn('accountant')).user.email);
    await waitFor(() => expect(left).toEqual(['/content/nomenclature/1/settings']));
  });

  it('[S26] a user who discards the input signs in and returns to the same address', async () => {
    const { user, left, storeElsewhere } = await openChanged();
    storeElsewhere(TOKENS_KEY, null);
    await user.click(within(await dialog()).getByRole('button', { name: 'Уйти без сохранения' }));
    await waitFor(() => expect(left).toEqual(['/login']));
    expect(stored(RETURN_KEY)).toBe('/content/nomenclature/1/settings');
  });

  it('[L11] a user who signs out with unsaved input has to confirm first', async () => {
    const { user, left } = await openChanged();
    const signOut = async () => {
      await user.click(screen.getByRole('button', { name: /^Учётная запись/ }));
      await user.click(screen.getByRole('menuitem', { name: 'Выйти' }));
      return within(await screen.findByRole('dialog', { name: 'Уйти без сохранения?' }));
    };
    await user.click((await signOut()).getByRole('button', { name: 'Остаться' }));
    await noDialog();
    expect([name(), left]).toEqual([expect.objectContaining({ value: `${numbered(1)}!` }), []]);
    await user.click((await signOut()).getByRole('button', { name: 'Уйти без сохранения' }));
    await waitFor(() => expect(left).toEqual(['/login']));
  });

  it('[N4] [S14] with nothing unsaved the page leaves for Login at once', async () => {
    const { left, storeElsewhere } = await open('/content/nomenclature/1/settings');
    await screen.findByRole('heading', { name: numbered(1) });
    storeElsewhere(TOKENS_KEY, null);
    await waitFor(() => expect(left).toEqual(['/login']));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
