import { jwtDecode } from 'jwt-decode';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { RETURN_KEY } from '#providers/session/returnUrl.ts';
import { TOKENS_KEY, type Tokens } from '#providers/session/tokenStore.ts';
import { openWindow, signIn } from '#tests/support/browser.ts';
import { hold } from '#tests/support/hold.ts';
import { openProduct } from '#tests/support/openProduct.ts';

const { product, browser } = await openProduct();

const fillIn = async (page: Page, password = 'demo-demo'): Promise<void> => {
  await page.getByLabel('Электронная почта').fill('admin@demo.local');
  await page.getByLabel('Пароль', { exact: true }).fill(password);
};
/** Requests of a page or a window to an address of the API, as they come. */
const requestsTo = (path: string, ...sources: (Page | BrowserContext)[]): string[] => {
  const seen: string[] = [];
  for (const source of sources)
    source.on('request', request => {
      if (new URL(request.url()).pathname === `/api${path}`) seen.push(request.url());
    });
  return seen;
};
/** Makes the access token of a window one that has expired. */
const expire = (page: Page): Promise<void> =>
  page.evaluate(key => {
    const tokens = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
    localStorage.setItem(key, JSON.stringify({ ...tokens, access: 'expired' }));
  }, TOKENS_KEY);

describe('§2 The sign-in page', () => {
  it('[F1] [S7] a wrong password is an error in Russian at the form, and what was typed stays', async () => {
    const { page, context } = await openWindow(browser);
    await page.goto(`${product.address}/login`);
    await page.getByRole('button', { name: 'Войти' }).click();
    await page.getByText('Введите адрес почты').waitFor();
    await fillIn(page, 'ytgfhjkm');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('alert').textContent()).toBe('Неверный адрес почты или пароль');
    expect(await page.getByLabel('Электронная почта').inputValue()).toBe('admin@demo.local');
    expect(await page.getByLabel('Пароль', { exact: true }).inputValue()).toBe('ytgfhjkm');
    await context.close();
  });

  it('[S134] where the browser blocks the data of the site, a user signs in for this tab and reads that', async () => {
    const { page, context } = await openWindow(browser);
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('blocked', 'SecurityError');
          },
        });
    });
    await page.goto(`${product.address}/login`);
    await page.getByText('Браузер не хранит данные этого сайта').waitFor();
    await fillIn(page);
    await page.keyboard.press('Enter');
    await page.locator('tbody tr').first().waitFor();
    await context.close();
  });

  it.each([
    { isRemembered: false, end: '/login' },
    { isRemembered: true, end: '/content/catalog' },
  ])(
    '[S15] [R54] after the browser was closed, a user with «remember me» ($isRemembered) is at $end',
    async ({ isRemembered, end }) => {
      const before = await openWindow(browser);
      await before.page.goto(`${product.address}/login`);
      await fillIn(before.page);
      if (isRemembered) await before.page.getByLabel('Запомнить меня').check();
      await before.page.keyboard.press('Enter');
      await before.page.waitForURL('**/content/**');
      await before.page.reload();
      await before.page.getByRole('navigation').first().waitFor();
      const kept = await before.context.storageState();
      await before.context.close();
      // What a browser keeps when it is closed: not the cookies of the visit.
      const storageState = { ...kept, cookies: kept.cookies.filter(({ expires }) => expires !== -1) };
      const { page, context } = await openWindow(browser, { storageState });
      await page.goto(`${product.address}/content/catalog`);
      await page.locator('h1').first().waitFor();
      expect(new URL(page.url()).pathname).toBe(end);
      await context.close();
    },
  );

  it('[F1] a double click signs in once, and no connection keeps what was typed', async () => {
    const { page, context } = await openWindow(browser);
    await page.goto(`${product.address}/login`);
    await fillIn(page);
    await context.setOffline(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('Нет связи с сервером');
    await context.setOffline(false);
    const asked = requestsTo('/auth/login', page);
    await page.getByRole('button', { name: 'Войти' }).dblclick();
    await page.waitForURL('**/content/nomenclature');
    expect(asked).toHaveLength(1);
    await context.close();
  });

  it('[R4] [S16] a person goes to the address first requested, and never to another host', async () => {
    const { page, context } = await openWindow(browser);
    await page.goto(`${product.address}/content/nomenclature?page=2&perPage=25`);
    await page.waitForURL('**/login');
    await fillIn(page);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/content/nomenclature?page=2&perPage=25');
    await page.getByRole('row').nth(1).waitFor();

    const stranger = await openWindow(browser);
    await stranger.page.goto(`${product.address}/login`);
    await stranger.page.evaluate(key => localStorage.setItem(key, '//example.com/content'), RETURN_KEY);
    await fillIn(stranger.page);
    await stranger.page.keyboard.press('Enter');
    await stranger.page.waitForURL(`${product.address}/content/nomenclature`);
    await Promise.all([context.close(), stranger.context.close()]);
  });
});

/** Writes down when a key of local storage is removed by this page. */
const stampClearing = (key: string): void => {
  const { removeItem } = Storage.prototype;
  Storage.prototype.removeItem = function remove(name) {
    if (name === key) sessionStorage['cleared'] = Date.now();
    removeItem.call(this, name);
  };
};
const stamp = (page: Page, name: string): Promise<number> =>
  page.evaluate(key => Number(sessionStorage.getItem(key) ?? Number.NaN), name);

const userIn = async (page: Page): Promise<string | undefined> => {
  const tokens = await page.evaluate(key => localStorage.getItem(key) ?? '{}', TOKENS_KEY);
  return jwtDecode((JSON.parse(tokens) as Tokens).access).sub;
};
/** What a script can find of all that is stored for the site. */
const leftBehind = async (): Promise<{ keys: string[]; records: [database: string, value: unknown][] }> => {
  const ended = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('no database')));
    });
  const records: [string, unknown][] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await ended(indexedDB.open(name));
    for (const store of database.objectStoreNames)
      for (const value of await ended(database.transaction(store).objectStore(store).getAll()))
        records.push([name, value]);
    database.close();
  }
  return { keys: [...Object.keys({ ...localStorage, ...sessionStorage }), ...(await caches.keys())], records };
};

describe('§8 The session in a real browser', () => {
  it.each([3, 10])('[S9] [S10] %i tabs whose token has expired refresh once between them', async count => {
    const { page, context, complaints } = await openWindow(browser);
    await signIn(page, product.address);
    const tabs = [page];
    while (tabs.length < count) tabs.push(await context.newPage());
    // What the page still asks for must not refresh before the tabs do.
    await page.goto(`${product.address}/favicon.svg`);
    const refreshes = requestsTo('/auth/token/refresh', context);
    await expire(page);
    // A bare picture is no page of the product, whatever the browser says of it.
    complaints.length = 0;
    await Promise.all(tabs.map(tab => tab.goto(`${product.address}/content/nomenclature`)));
    await Promise.all(tabs.map(tab => tab.getByRole('row').nth(1).waitFor({ timeout: 60_000 })));
    expect(refreshes).toHaveLength(1);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('[S14] [T2] who signs out in one tab is signed out in the other within a second, and the way back shows nothing', async () => {
    const { page, context } = await openWindow(browser);
    await signIn(page, product.address);
    const other = await context.newPage();
    await other.goto(`${product.address}/content/nomenclature`);
    await other.getByRole('row').nth(1).waitFor();
    await page.evaluate(stampClearing, TOKENS_KEY);
    await other.evaluate(() => window.addEventListener('pagehide', () => (sessionStorage['left'] = Date.now())));
    await page.getByRole('button', { name: /Учётная запись/ }).click();
    await page.getByRole('menuitem', { name: 'Выйти' }).click();
    await Promise.all([page.waitForURL('**/login'), other.waitForURL('**/login')]);
    const [cleared, left] = [await stamp(page, 'cleared'), await stamp(other, 'left')];
    expect(left - cleared).toBeLessThan(1000);
    expect(await page.evaluate(key => localStorage.getItem(key), TOKENS_KEY)).toBeNull();
    await page.goBack();
    await page.waitForURL('**/login');
    expect(await page.getByRole('row').count()).toBe(0);
    await context.close();
  });

  it('[S14] [S26] over something unsaved a sign-out in another tab opens the sign-in within a second, and the owner goes on', async () => {
    const { page, context } = await openWindow(browser);
    await signIn(page, product.address);
    const other = await context.newPage();
    await other.goto(`${product.address}/content/nomenclature/new`);
    const name = other.getByRole('textbox', { name: /^Название/ });
    await name.fill('Набрано до выхода');
    await page.evaluate(stampClearing, TOKENS_KEY);
    await other.evaluate(() => {
      new MutationObserver(() => {
        if (document.querySelector('[role=dialog]')) sessionStorage['asked'] ??= Date.now();
      }).observe(document.body, { childList: true, subtree: true });
    });
    await page.getByRole('button', { name: /Учётная запись/ }).click();
    await page.getByRole('menuitem', { name: 'Выйти' }).click();
    const dialog = other.getByRole('dialog', { name: 'Сеанс закончился' });
    await dialog.waitFor();
    // A page on its way answers nothing.
    await page.waitForURL('**/login');
    expect((await stamp(other, 'asked')) - (await stamp(page, 'cleared'))).toBeLessThan(1000);
    await dialog.getByLabel(/Электронная почта/).fill('admin@demo.local');
    await dialog.getByLabel(/Пароль/).fill('demo-demo');
    await dialog.getByRole('button', { name: 'Войти' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await name.inputValue()).toBe('Набрано до выхода');
    await other.getByRole('main').getByRole('button', { name: 'Создать' }).click();
    await other.getByRole('heading', { level: 1, name: 'Набрано до выхода' }).waitFor();
    await context.close();
  });

  it('[S521] [S14] when somebody else signs in over the session, the other tab leaves and carries only their token; a sign-out leaves nothing of theirs', async () => {
    const { page, context } = await openWindow(browser);
    const other = await context.newPage();
    const late = hold();
    // Set before the page loads, because interception that starts later can miss the next request.
    await other.route('**/api/auth/login', async route => {
      await late.released;
      await route.continue();
    });
    await other.goto(`${product.address}/login`);
    await other.getByLabel('Электронная почта').fill('photographer@demo.local');
    await other.getByLabel('Пароль', { exact: true }).fill('demo-demo');
    await other.keyboard.press('Enter');
    await signIn(page, product.address);
    await page.getByRole('row').nth(1).waitFor();
    const [first, left] = [await userIn(page), page.waitForEvent('domcontentloaded')];
    late.release();
    await left;
    const carried = new Set<unknown>();
    context.on('request', request => {
      const token = request.headers()['authorization']?.replace('Bearer ', '');
      if (token) carried.add(jwtDecode(token).sub);
    });
    for (const tab of [page, other]) {
      await tab.getByRole('button', { name: /Учётная запись: / }).waitFor();
      await tab.reload();
      await tab.getByRole('row').nth(1).waitFor();
    }
    const second = await userIn(page);
    expect(second).not.toBe(first);
    expect([...carried]).toEqual([second]);

    await page.getByRole('button', { name: /Учётная запись/ }).click();
    await page.getByRole('menuitem', { name: 'Выйти' }).click();
    for (const tab of [page, other]) {
      await tab.waitForURL('**/login');
      const { keys, records } = await tab.evaluate(leftBehind);
      // The address to return to, and the version that the stored data has. Settings of tables wait for their owner.
      expect(keys.filter(key => key !== RETURN_KEY)).toEqual(['vitrina.version']);
      expect(records.filter(([name]) => !name.startsWith('vitrina-preferences-'))).toEqual([]);
      expect(JSON.stringify(records)).not.toMatch(/@demo\.local|eyJ/);
    }
    await context.close();
  });

  it('[N4] [R4] a session that the server has ended leads to Login and back to the same address', async () => {
    const { page, context } = await openWindow(browser);
    await signIn(page, product.address);
    await page.goto(`${product.address}/content/nomenclature?page=2`);
    await page.getByRole('row').nth(1).waitFor();
    await page.evaluate(
      key => localStorage.setItem(key, JSON.stringify({ access: 'expired', refresh: 'ended' })),
      TOKENS_KEY,
    );
    const refreshes = requestsTo('/auth/token/refresh', page);
    await page.reload();
    await page.waitForURL('**/login');
    await page.getByRole('button', { name: 'Войти' }).waitFor();
    expect(refreshes).toHaveLength(1);
    expect(await page.locator('[data-notice], [role=alert]').filter({ hasText: /\S/ }).count()).toBeLessThanOrEqual(1);
    await fillIn(page);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/content/nomenclature?page=2');
    await context.close();
  });
});
