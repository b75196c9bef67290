import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { permissionSlugs } from '#contract/permissions.ts';
import { matrixRoles } from '#contract/roles.ts';
import { PROFILE_KEY } from '#providers/session/profileKey.ts';
import { matrices } from '#server/db/schema.ts';
import { allBut, letRole } from '#tests/support/permissions.ts';
import { addModels, addProducts, addValues } from '#tests/support/records.ts';
import { goTo, useScreens } from '#tests/support/screen.tsx';

const { server, open, load, answer } = useScreens();

/** Routes of §2 and the slug each needs. */
const guarded = [
  ['R10', '/content/nomenclature', 'products.show-list'],
  ['R11', '/content/nomenclature/new', 'product.show-general'],
  ['R15', '/content/nomenclature/1/models', 'product.show-models'],
  ['R16', '/content/nomenclature/1/settings', 'product.show-general'],
  ['R17', '/content/nomenclature/1/categories', 'product.show-categories'],
  ['R18', '/content/nomenclature/1/price', 'product.show-prices'],
  ['R19', '/content/nomenclature/1/images', 'product.show-images'],
  ['P8', '/content/nomenclature/import', 'product-list.import-file'],
  ['R20', '/content/catalog', 'models.show-list'],
  ['R21', '/content/catalog/new', 'model.show-general'],
  ['R25', '/content/catalog/1/products', 'model.show-products'],
  ['R26', '/content/catalog/1/settings', 'model.show-general'],
  ['R27', '/content/catalog/1/categories', 'model.show-categories'],
  ['R28', '/content/catalog/1/images', 'model.show-images'],
  ['R31', '/content/synchronization', 'synchronization.show-list'],
  ['R32', '/content/matrices', 'matrix.view-list'],
  ['R33', '/content/matrices/create', 'matrix.operation'],
  ['R34', '/content/matrices/1/edit', 'matrix.operation'],
  ['R36', '/content/matrices/1/accessSettings', 'matrix.operation'],
  ['R38', '/content/matrices/merge', 'matrix.operation'],
  ['R39', '/content/matrices/1/nomenclature', 'matrix.view-list'],
  ['R42', '/content/users/create', 'user.create'],
  ['R43', '/content/users/1/edit', 'user.show-general'],
  ['R44', '/content/settings', 'navigation_settings'],
  ['L16', '/content/settings/reference/brand', 'settings_reference'],
  ['L16', '/content/settings/reference/brand/create', 'settings_reference'],
  ['L16', '/content/settings/reference/brand/1/edit', 'settings_reference'],
  ['L16', '/content/settings/reference/brand/edit/1', 'settings_reference'],
] as const;

const home = () => screen.findByRole('heading', { name: 'Здравствуйте, Анна' });

/** One of each kind, so that every editor has something to show. */
const seed = async () => {
  await addProducts(server(), { name: 'Квас' });
  await addModels(server(), { name: 'Квасы' });
  await addValues(server(), 'brand', 'Своя полка');
  await server().db.insert(matrices).values({ name: 'Утро' });
};

describe('§2 Guards', () => {
  it('[R51] a user who opens a second closed address during the redirect is redirected from that one too', async () => {
    await letRole(server(), 'accountant');
    await open('/content', 'accountant');
    await home();
    const replace = window.history.replaceState.bind(window.history);
    const replaced = vi.spyOn(window.history, 'replaceState').mockImplementationOnce((...step) => {
      replace(...step);
      // The first way home is asked for and not drawn yet.
      queueMicrotask(() => goTo('/content/users'));
    });
    // While it is waited for, React draws in its own time, as in a browser.
    setTimeout(() => goTo('/content/settings'));
    await waitFor(() => expect(replaced).toHaveBeenCalledTimes(2));
    await waitFor(() => expect(window.location.pathname).toBe('/content'));
    await home();
    replaced.mockRestore();
  });

  beforeEach(seed);

  it.each(guarded)('[%s] %s opens to whoever holds %s', async (_, address, slug) => {
    // Who may list records hears of their changes, which every editor asks for.
    await letRole(
      server(),
      'accountant',
      ...new Set([slug, 'products.show-list', 'models.show-list', 'users.show-list'] as const),
    );
    await open(address, 'accountant');
    await screen.findAllByRole('heading', { level: 1 });
    expect(screen.queryByRole('heading', { name: /^(Здравствуйте|Такой|Экран)/ })).not.toBeInTheDocument();
    expect(window.location.pathname).toBe(address);
  });

  it.each([
    ['R35', '/content/matrices/edit/1', '/content/matrices/1/edit'],
    ['R37', '/content/matrices/accessSettings/1', '/content/matrices/1/accessSettings'],
    ['R40', '/content/matrices/nomenclature/1', '/content/matrices/1/nomenclature'],
  ])('[%s] %s is another way to write %s', async (_, alias, address) => {
    await open(alias, 'admin_matrix');
    await screen.findByRole('heading', { level: 1, name: 'Утро' });
    expect(window.location.pathname).toBe(address);
  });

  it('[R51] every one of them leads home somebody who holds none of their permissions', async () => {
    await letRole(server(), 'accountant');
    await open('/content/history', 'accountant');
    for (const [, address] of guarded) {
      goTo('/content/history');
      await screen.findByRole('heading', { name: 'История изменений' });
      goTo(address);
      await home();
      expect(window.location.pathname).toBe('/content');
    }
  });

  it('[R16, P1] another permission does not open a screen', async () => {
    await letRole(server(), 'accountant', ...allBut('product.show-general'));
    await open('/content/nomenclature/1/settings', 'accountant');
    expect(await home()).toBeVisible();
  });

  it('[R9] the start page needs a session only', async () => {
    await letRole(server(), 'accountant');
    await open('/content', 'accountant');
    expect(await home()).toBeVisible();
  });

  it('[R7] / leads to the start page', async () => {
    await open('/');
    await home();
    expect(window.location.pathname).toBe('/content');
  });

  it.each([...matrixRoles])('[R50, P5] a %s is led to the matrices from any other address', async role => {
    for (const address of [
      '/content',
      '/content/nomenclature',
      '/content/nomenclature/1/settings',
      '/content/matrix',
    ]) {
      await open(address, role as 'admin_matrix');
      await screen.findByRole('heading', { name: 'Матрицы' });
      expect(window.location.pathname).toBe('/content/matrices');
    }
  });

  it.each([...matrixRoles])('[R50] a %s stays with the matrices by the back button and by a link', async role => {
    await open('/content/matrices', role as 'admin_matrix');
    await screen.findByRole('heading', { name: 'Матрицы' });
    goTo('/content/nomenclature/1/settings');
    await waitFor(() => expect(window.location.pathname).toBe('/content/matrices'));
    // An address that was open before the role was confined.
    window.history.pushState({ idx: 7, key: 'before' }, '', '/content/nomenclature');
    goTo('/content/matrices/1/nomenclature');
    await screen.findByRole('heading', { level: 1, name: 'Утро' });
    window.history.back();
    await screen.findByRole('heading', { name: 'Матрицы' });
    await waitFor(() => expect(window.location.pathname).toBe('/content/matrices'));
    expect(screen.queryByText('Квас')).not.toBeInTheDocument();
  });

  it.each([
    ['R12', 'content_manager', '/content/nomenclature/1', 'settings'],
    ['R13', 'photographer', '/content/nomenclature/1', 'images'],
    ['R14', 'content_manager', '/content/nomenclature/1?idProduct=1', 'settings'],
    ['R22', 'content_manager', '/content/catalog/1', 'settings'],
    ['R23', 'photographer', '/content/catalog/1', 'images'],
    ['R24', 'content_manager', '/content/catalog/1?modelId=1', 'settings'],
    ['P2', 'photographer', '/content/nomenclature/1', 'images'],
  ] as const)('[%s] a %s who opens %s lands on the tab %s', async (_, role, address, tab) => {
    await open(address, role);
    await waitFor(() => expect(window.location.pathname).toBe(`${address.replace(/\?.*/, '')}/${tab}`));
    expect(await screen.findByRole('heading', { level: 1, name: /^Квас/ })).toBeVisible();
  });

  it.each([
    ['/content/nomenclature/1', 'product.show-prices'],
    ['/content/catalog/1', 'model.show-images'],
  ] as const)('[R331] [R51] whoever opens %s with the settings closed to them is sent home', async (address, slug) => {
    await letRole(server(), 'accountant', slug);
    await open(address, 'accountant');
    expect(await home()).toBeVisible();
  });

  it('[R331] the images are where a photographer lands, closed or not', async () => {
    await letRole(server(), 'photographer', 'product.show-general');
    await open('/content/nomenclature/1', 'photographer');
    expect(await home()).toBeVisible();
  });

  it('[R14] [R51] nor does idProduct lead in circles whoever may not open the settings', async () => {
    await letRole(server(), 'photographer', 'product.show-images');
    await open('/content/nomenclature/1?idProduct=1', 'photographer');
    expect(await home()).toBeVisible();
    expect(window.location.pathname).toBe('/content');
  });

  it('[R331] links of ours lead straight to a tab that is open: an accountant opens prices from the list', async () => {
    const { user } = await open('/content/nomenclature', 'accountant');
    const link = await screen.findByRole('link', { name: 'Квас' });
    expect(link).toHaveAttribute('href', '/content/nomenclature/1/price');
    await user.click(link);
    await waitFor(() => expect(window.location.pathname).toBe('/content/nomenclature/1/price'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Квас' })).toBeVisible();
  });

  it('[R14] the parameter idProduct leads a photographer to the settings, as far as they may open them', async () => {
    await letRole(server(), 'photographer', 'product.show-images', 'product.show-general');
    await open('/content/nomenclature/1?idProduct=1', 'photographer');
    await waitFor(() => expect(window.location.pathname).toBe('/content/nomenclature/1/settings'));
  });

  it('[P20, P1] a permission that was granted opens its screens with the next visit, whatever is kept of the last', async () => {
    await letRole(server(), 'photographer');
    await open('/content', 'photographer');
    await home();
    await letRole(server(), 'photographer', 'products.show-list');
    await open('/content/nomenclature', 'photographer');
    expect(await screen.findByRole('link', { name: 'Квас' })).toBeVisible();
  });

  it('[P23] [P13] slugs forged into the stored profile open a screen without data, until the profile is read', async () => {
    await letRole(server(), 'accountant');
    await open('/content', 'accountant');
    await home();
    const stored = () => JSON.parse(window.localStorage.getItem(PROFILE_KEY) ?? '{}') as { permissions: unknown[] };
    const forged = permissionSlugs.map(slug => ({ slug }));
    window.localStorage.setItem(PROFILE_KEY, JSON.stringify({ ...stored(), permissions: forged }));
    let isReachable = false;
    answer(http.get('*/api/profile', () => (isReachable ? undefined : HttpResponse.error())));
    await load('/content/nomenclature');
    expect(await screen.findByText('Список не загрузился')).toBeVisible();
    expect(screen.queryByText('Квас')).not.toBeInTheDocument();
    isReachable = true;
    await load('/content/nomenclature');
    expect(await home()).toBeVisible();
    expect(stored().permissions).toEqual([]);
  });

  it('[P20, P1] a permission withdrawn closes its screens with the next visit', async () => {
    await open('/content/nomenclature', 'photographer');
    await screen.findByRole('link', { name: 'Квас' });
    await letRole(server(), 'photographer');
    await open('/content/nomenclature', 'photographer');
    expect(await home()).toBeVisible();
  });
});

describe('§2 The notice after a redirect', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it.each([
    ['/content/nomenclature', 'У вас нет доступа к разделу с номенклатурой'],
    ['/content/matrices', 'У вас нет доступа к разделу с матрицами'],
    ['/content/users', 'У вас нет доступа к разделу с пользователями'],
    ['/content/settings', 'У вас нет доступа к разделу с настройками'],
    ['/content/catalog', 'У вас нет доступа к разделу с каталогом моделей'],
    ['/content/categories', 'У вас нет доступа к разделу с категориями'],
    ['/content/synchronization', 'У вас нет доступа к разделу с синхронизацией'],
    ['/login', 'Вы уже авторизованы. Если хотите войти в другую учётную запись, сначала выйдите'],
    ['/restore', 'Вы уже авторизованы. Если хотите восстановить пароль, сначала выйдите из учётной записи'],
    [
      '/reset-password?token=x',
      'Вы уже авторизованы. Если хотите восстановить пароль, сначала выйдите из учётной записи',
    ],
  ])('[R2, R51, R52, R53, K8, N24] that of %s comes two seconds later', async (address, text) => {
    await letRole(server(), 'accountant');
    let [redirectedAt, shownAt] = [0, 0];
    const watching = new MutationObserver(() => {
      if (shownAt === 0 && screen.queryByText(text)) shownAt = Date.now();
    });
    watching.observe(document.body, { childList: true, subtree: true });
    for (const change of ['pushState', 'replaceState'] as const) {
      const carryOut = window.history[change].bind(window.history);
      vi.spyOn(window.history, change).mockImplementation((...step) => {
        carryOut(...step);
        if (redirectedAt === 0 && window.location.pathname === '/content') redirectedAt = Date.now();
      });
    }
    await open(address, 'accountant');
    await home();
    // In steps, so that the notice is drawn in its time.
    for (let step = 0; step < 50; step += 1) await act(() => vi.advanceTimersByTimeAsync(50));
    watching.disconnect();
    expect(screen.getByText(text)).toBeVisible();
    expect(Math.abs(shownAt - redirectedAt - 2000)).toBeLessThan(300);
  });
});
