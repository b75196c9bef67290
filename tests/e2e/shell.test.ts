import { describe, expect, it } from 'vitest';
import { roles } from '#contract/roles.ts';
import { settings } from '#i18n/pages/settings.ts';
import { catalog } from '#i18n/ru/resources/catalog.ts';
import { nomenclature } from '#i18n/ru/resources/nomenclature.ts';
import { users } from '#i18n/ru/resources/users.ts';
import { go, heading, openWindow, signIn, windowOf } from '#tests/support/browser.ts';
import { openProduct } from '#tests/support/openProduct.ts';

const { product, browser } = await openProduct();

describe('§2 Screens and routes', () => {
  it('[R7] [R8] [R9] [F16] the root leads to the start page, and each page names the window', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin');
    await go(page, `${product.address}/`);
    await page.waitForURL('**/content');
    const menu = page.getByRole('navigation', { name: 'Меню' });
    for (const title of [nomenclature.several, catalog.several, settings.ru.title]) {
      await menu.getByRole('link', { name: title }).click();
      await page.waitForFunction(title => document.title === title, `Витрина — ${title}`);
    }
    await context.close();
  });

  // The other sections: tests/spec/guards.test.tsx, by a clock that needs no waiting.
  it.each([
    { role: 'accountant', path: '/content/catalog', section: catalog },
    { role: 'photographer', path: '/content/nomenclature/1/settings', section: nomenclature },
  ] as const)(
    '[R10] [R16] [R20] [R51] [R52] [N24] a $role who opens $path is sent home with a notice',
    async ({ role, path, section }) => {
      const { page, context } = await windowOf(browser, product.address, role);
      await page.goto(`${product.address}${path}`);
      await page.waitForURL('**/content');
      await page.getByText(section.denied).waitFor();
      await context.close();
    },
  );

  it.each(['accountant', 'photographer', '1c_client'] as const)(
    '[R10] [R20] [P21] a %s finds in the menu what they may open, and it opens',
    async role => {
      const { page, context } = await windowOf(browser, product.address, role);
      const mayListModels = (roles[role] as readonly string[]).includes('models.show-list');
      const menu = page.getByRole('navigation', { name: 'Меню' });
      await menu.getByRole('link', { name: nomenclature.several }).click();
      await heading(page, nomenclature.several).waitFor();
      expect(await menu.getByRole('link', { name: catalog.several }).count()).toBe(mayListModels ? 1 : 0);
      expect(await menu.getByRole('link', { name: users.several }).count()).toBe(0);
      await context.close();
    },
  );

  it.each(['admin_matrix', 'manager_matrix'] as const)(
    '[R50] a %s who enters any other address is led to the matrices',
    async role => {
      const { page, context } = await windowOf(browser, product.address, role);
      for (const path of ['/content/nomenclature', '/content', '/content/settings/reference/brand']) {
        await page.goto(`${product.address}${path}`);
        await page.waitForURL('**/content/matrices');
      }
      await context.close();
    },
  );

  it.each([
    { path: '/content/nomenclature', search: 'кофе', name: nomenclature.several },
    { path: '/content/catalog', search: 'кофе', name: catalog.several },
  ])('[R57] [L4] $path has a filter reset that shows everything again', async ({ path, search, name }) => {
    const { page, context } = await windowOf(browser, product.address, 'admin');
    await go(page, `${product.address}${path}`);
    await heading(page, name).waitFor();
    const total = page.getByText(/^\d[\d\s]* (товар|модел)/);
    const all = await total.first().textContent();
    await page.getByRole('searchbox', { name: 'Найти', exact: true }).fill(search);
    await expect.poll(() => total.first().textContent()).not.toBe(all);
    await page.getByRole('button', { name: 'Сбросить фильтры' }).click();
    await page.waitForURL(url => !decodeURIComponent(url.search).includes(search));
    expect(await page.getByRole('searchbox', { name: 'Найти', exact: true }).inputValue()).toBe('');
    await expect.poll(() => total.first().textContent()).toBe(all);
    await context.close();
  });

  it('[R70] [R71] [K4] the menu is 236 wide, 56 when mini, and stays as it was left; pointed at, a mini one opens over the page', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin');
    const menu = page.getByRole('navigation', { name: 'Меню' });
    const width = async () => Math.round((await menu.boundingBox())?.width ?? 0);
    const pageLeft = async () => Math.round((await page.getByRole('main').boundingBox())?.x ?? 0);
    await expect.poll(width).toBe(236);
    await page.getByRole('button', { name: 'Свернуть меню' }).click();
    await expect.poll(width).toBe(56);
    await page.reload();
    await expect.poll(width).toBe(56);
    await page.mouse.move(20, 400);
    await expect.poll(width).toBe(236);
    expect(await pageLeft()).toBe(56);
    await page.mouse.move(700, 400);
    await expect.poll(width).toBe(56);
    await page.mouse.move(20, 400);
    await page.getByRole('button', { name: 'Закрепить меню' }).click();
    await page.mouse.move(700, 400);
    await expect.poll(pageLeft).toBe(236);
    await context.close();
  });

  it('[U8] [U3] on a phone the menu is a drawer, which takes the focus and gives it back', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin', {
      viewport: { width: 390, height: 780 },
    });
    const menu = page.getByRole('navigation', { name: 'Меню' });
    const opener = page.getByRole('button', { name: 'Открыть меню' });
    const hasFocus = (selector: string) =>
      page.evaluate(inside => Boolean(document.activeElement?.closest(inside)), selector);
    await opener.click();
    await menu.waitFor();
    await expect.poll(() => hasFocus('#menu')).toBe(true);
    for (let tabs = 0; tabs < 12; tabs += 1) await page.keyboard.press('Tab');
    expect(await hasFocus('main, header')).toBe(false);
    await menu.getByRole('link').first().focus();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await expect.poll(() => opener.evaluate(button => button === document.activeElement)).toBe(true);
    await opener.click();
    await menu.getByRole('link', { name: catalog.several }).click();
    await heading(page, catalog.several).waitFor();
    await menu.waitFor({ state: 'hidden' });
    await expect.poll(() => hasFocus('h1')).toBe(true);
    await context.close();
  });

  it('[F17] [X20] the product reports its release', async () => {
    const answer: unknown = await (await fetch(`${product.address}/api/health`)).json();
    expect(answer).toMatchObject({ result: { version: '1.49.0' } });
  });

  it('[C24] the socket starts by polling at /socket.io and moves to websocket', async () => {
    const { page, context } = await openWindow(browser);
    const transports: string[] = [];
    page.on('request', request => {
      const url = new URL(request.url());
      if (url.pathname.startsWith('/socket.io')) transports.push(url.searchParams.get('transport') ?? '');
    });
    const upgraded = page.waitForEvent('websocket', socket => socket.url().includes('/socket.io'));
    await signIn(page, product.address);
    await upgraded;
    expect(transports[0]).toBe('polling');
    await context.close();
  });
});
