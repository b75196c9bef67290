import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { STORAGE_VERSION } from '#contract/limits.ts';
import { VERSION_KEY } from '#providers/session/storedVersion.ts';
import { TOKENS_KEY } from '#providers/session/tokenStore.ts';
import { faultsOfAccess } from '#tests/support/axe.ts';
import { choose, openWindow, signIn } from '#tests/support/browser.ts';
import { openProduct } from '#tests/support/openProduct.ts';
import { mailsIn } from '#tests/support/outbox.ts';

const { product, browser } = await openProduct();

const pages = ['/login', '/restore', '/reset-password?token=x'] as const;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const alert = (page: Page) => page.getByRole('alert').textContent();
const english = { name: 'vitrina_locale', value: 'en' };

describe('§2 The public pages', () => {
  it.each(pages)('[R1] [U4] [U8] %s stands in each look and language without a fault of access', async path => {
    const looks = [
      { colorScheme: 'light' },
      { colorScheme: 'dark' },
      { viewport: { width: 320, height: 640 } },
      { isEnglish: true },
    ] as const;
    for (const { isEnglish, ...look } of looks as readonly { isEnglish?: boolean }[]) {
      const { page, context, complaints } = await openWindow(browser, look);
      if (isEnglish) await context.addCookies([{ ...english, url: product.address }]);
      await page.goto(`${product.address}${path}`);
      if (path === '/login') await page.locator('#demo li').first().waitFor();
      await page.locator('#enter:enabled').click();
      await page.locator('[aria-invalid]').first().waitFor();
      expect(await faultsOfAccess(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(isEnglish ? 'en' : 'ru');
      if (isEnglish) expect((await page.locator('main').textContent())?.replace('Русский', '')).not.toMatch(/[а-яё]/i);
      expect(complaints).toEqual([]);
      await context.close();
    }
  });

  it.each(pages)('[R1] %s is drawn by at most 110 kB of script, and the application comes after it', async path => {
    const { page, context } = await openWindow(browser);
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.getElementById('enter')) return;
        observer.disconnect();
        performance.mark('drawn');
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(`${product.address}${path}`, { waitUntil: 'networkidle' });
    // A new password opens the application too.
    const isFetched = path !== '/restore';
    // It is fetched when the page is idle, which a busy machine delays beyond the quiet of the network.
    if (isFetched)
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => /application.*\.js$/.test(name)),
      );
    const scripts = await page.evaluate(() => {
      const [drawn] = performance.getEntriesByName('drawn');
      return performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map(entry => ({
          name: entry.name,
          size: (entry as PerformanceResourceTiming).encodedBodySize,
          isBefore: entry.startTime < (drawn?.startTime ?? 0),
        }));
    });
    const before = scripts.filter(({ isBefore }) => isBefore);
    expect(before.reduce((sum, { size }) => sum + size, 0) / 1000).toBeLessThan(110);
    expect(before.length).toBeGreaterThan(0);
    expect(before.map(({ name }) => name).join()).not.toMatch(/application|controls|editor/);
    expect(scripts.some(({ name }) => name.includes('application'))).toBe(isFetched);
    await context.close();
  });

  it('[F15] [K11] the language is changed at the foot of the page, and stays', async () => {
    const { page, context } = await openWindow(browser);
    await page.goto(`${product.address}/restore`);
    await button(page, 'English').click();
    await page.getByRole('heading', { name: 'Restore the password' }).waitFor();
    await expect.poll(() => page.title()).toBe('Vitrina — Restore the password');
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await button(page, 'Sign in').click();
    await page.getByText('Type your e-mail').waitFor();
    await button(page, 'Русский').click();
    await page.getByRole('heading', { name: 'Вход' }).waitFor();
    await context.close();
  });

  it.each([
    ['/login', 'Вы уже авторизованы. Если хотите войти в другую учётную запись, сначала выйдите'],
    ['/restore', 'Вы уже авторизованы. Если хотите восстановить пароль, сначала выйдите из учётной записи'],
    [
      '/reset-password?token=x',
      'Вы уже авторизованы. Если хотите восстановить пароль, сначала выйдите из учётной записи',
    ],
  ])('[R2] [R3] a signed-in visitor of %s is sent home, with a notice: %s', async (path, text) => {
    const { page, context } = await openWindow(browser);
    await signIn(page, product.address);
    await page.goto(`${product.address}${path}`);
    await page.waitForURL(`${product.address}/content`);
    await page.getByRole('navigation').first().waitFor();
    await page.getByText(text, { exact: true }).waitFor();
    await context.close();
  });
});

describe('§2 Restoring a password', () => {
  it('[F2] [R54] [R55] [R56] [T3] [V1] [V2] [K6] a user requests an instruction, follows its link and is signed in', async () => {
    const { page, context, complaints } = await openWindow(browser);
    await page.goto(`${product.address}/login`);
    await page.getByRole('checkbox', { name: 'Запомнить меня' }).check();
    await page.getByRole('link', { name: 'Забыли пароль?' }).click();
    await field(page, 'Электронная почта').fill('accountant@demo.local');
    await button(page, 'Отправить инструкцию').click();
    await page.getByText('Инструкция по восстановлению пароля отправлена на зарегистрированную почту').waitFor();
    const linkInMail = () => /\/reset-password\?token=\S+/.exec(mailsIn(product.dataDir).at(-1) ?? '')?.[0];
    await expect.poll(() => linkInMail() ?? '').not.toBe('');
    const link = linkInMail() ?? '';

    await page.goto(`${product.address}${link}`);
    await field(page, 'Пароль').fill('short');
    await field(page, 'Пароль ещё раз').fill('shirt');
    await button(page, 'Сохранить и войти').click();
    await page.getByText('Не короче 8 символов', { exact: true }).waitFor();
    await page.getByText('Пароли не совпадают').waitFor();
    await button(page, 'Показать').first().click();
    expect(await field(page, 'Пароль').getAttribute('type')).toBe('text');
    expect(await field(page, 'Пароль ещё раз').getAttribute('type')).toBe('password');
    for (const label of ['Пароль', 'Пароль ещё раз']) await field(page, label).fill('новый-пароль-1');
    await button(page, 'Сохранить и войти').click();
    await page.waitForURL('**/content/nomenclature');
    await page.getByRole('button', { name: /^Учётная запись/ }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();

    const again = await openWindow(browser);
    await again.page.goto(`${product.address}${link}`);
    for (const label of ['Пароль', 'Пароль ещё раз']) await field(again.page, label).fill('ещё-один-пароль');
    await button(again.page, 'Сохранить и войти').click();
    await expect.poll(() => alert(again.page)).toContain('Ссылка уже использована или устарела');
    await again.context.close();
  });

  it('[R55] an address that nobody has gets the same answer', async () => {
    const { page, context } = await openWindow(browser);
    await page.goto(`${product.address}/restore`);
    await field(page, 'Электронная почта').fill('nobody@example.com');
    await page.keyboard.press('Enter');
    await page.getByText('Инструкция по восстановлению пароля отправлена на зарегистрированную почту').waitFor();
    await context.close();
  });

  it('[R56] a link without its key is refused at once, and without a network what was typed stays', async () => {
    const { page, context } = await openWindow(browser);
    await page.goto(`${product.address}/reset-password`);
    await expect.poll(() => alert(page)).toContain('В адресе нет ключа из письма');
    await page.goto(`${product.address}/restore`);
    await field(page, 'Электронная почта').fill('admin@demo.local');
    await context.setOffline(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => alert(page)).toContain('Нет связи с сервером');
    expect(await field(page, 'Электронная почта').inputValue()).toBe('admin@demo.local');
    await context.close();
  });
});

describe('§4 The stored version', () => {
  const storedIn = (page: Page, key: string) => page.evaluate(name => localStorage.getItem(name), key);

  it('[T6] [F18] [R4] another stored version signs out, clears local storage, and leads to the same page after signing in', async () => {
    const { page, context } = await openWindow(browser);
    await signIn(page, product.address);
    expect(await storedIn(page, VERSION_KEY)).toBe(STORAGE_VERSION);
    await page.evaluate(key => {
      localStorage.setItem(key, '1.1.0');
      localStorage.setItem('left over', 'x');
    }, VERSION_KEY);
    await page.goto(`${product.address}/content/nomenclature?page=2`);
    await page.waitForURL('**/login');
    expect([
      await storedIn(page, VERSION_KEY),
      await storedIn(page, TOKENS_KEY),
      await storedIn(page, 'left over'),
    ]).toEqual([STORAGE_VERSION, null, null]);
    await field(page, 'Электронная почта').fill('admin@demo.local');
    await field(page, 'Пароль').fill('demo-demo');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/content/nomenclature?page=2');
    await context.close();
  });

  it('[T6] [U2] what a person has set up is not lost by it', async () => {
    const { page, context } = await openWindow(browser);
    await signIn(page, product.address);
    await choose(page, /^Тема/, 'Тёмная');
    await page.evaluate(key => localStorage.setItem(key, 'other'), VERSION_KEY);
    await page.goto(`${product.address}/content`);
    await page.waitForURL('**/login');
    await field(page, 'Электронная почта').fill('admin@demo.local');
    await field(page, 'Пароль').fill('demo-demo');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/content');
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    await context.close();
  });
});
