import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RoleSlug, roles } from '#contract/roles.ts';
import { denied, navigation } from '#i18n/ru/navigation.ts';
import { openBrowser, openWindow, signIn } from '#tests/support/browser.ts';
import { type Product, startProduct } from '#tests/support/product.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
}, 30_000);

/** A window of somebody who has signed in. */
const windowOf = async (role: RoleSlug, options: Parameters<Browser['newContext']>[0] = {}) => {
  const opened = await openWindow(browser, options);
  await signIn(opened.page, product.address, role);
  return opened;
};
const go = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${product.address}${path}`);
  await page.getByRole('navigation', { name: 'Меню' }).waitFor();
};
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

describe('§2 Screens and routes', () => {
  it('[R7] [R8] [R9] [F16] the root leads to the start page, and each page names the window', async () => {
    const { page, context } = await windowOf('admin');
    await go(page, '/');
    await page.waitForURL('**/content');
    const menu = page.getByRole('navigation', { name: 'Меню' });
    for (const name of ['nomenclature', 'catalog', 'settings'] as const) {
      await menu.getByRole('link', { name: navigation[name] }).click();
      await page.waitForFunction(title => document.title === title, `Витрина — ${navigation[name]}`);
    }
    await context.close();
  }, 60_000);

  it.each([
    { role: 'accountant', path: '/content/catalog', section: 'catalog' },
    { role: 'photographer', path: '/content/nomenclature/new', section: 'nomenclature' },
    { role: 'photographer', path: '/content/nomenclature/1/settings', section: 'nomenclature' },
    { role: 'product_manager', path: '/content/users', section: 'users' },
    { role: 'product_manager', path: '/content/settings', section: 'settings' },
    { role: 'accountant', path: '/content/categories', section: 'categories' },
    { role: 'accountant', path: '/content/matrices', section: 'matrices' },
    { role: 'accountant', path: '/content/synchronization', section: 'synchronization' },
  ] as const)(
    '[R10] [R16] [R20] [R51] [R52] [R53] [N24] a $role who opens $path is sent home with a notice two seconds later',
    async ({ role, path, section }) => {
      const { page, context } = await windowOf(role);
      await page.goto(`${product.address}${path}`);
      await page.waitForURL('**/content');
      const arrived = performance.now();
      await page.getByText(denied[section]).waitFor();
      expect(performance.now() - arrived).toBeGreaterThan(1000);
      await context.close();
    },
    30_000,
  );

  it.each(['accountant', 'photographer', '1c_client'] as const)(
    '[R10] [R20] [P21] a %s finds in the menu what they may open, and it opens',
    async role => {
      const { page, context } = await windowOf(role);
      const mayListModels = (roles[role] as readonly string[]).includes('models.show-list');
      const menu = page.getByRole('navigation', { name: 'Меню' });
      await menu.getByRole('link', { name: navigation.nomenclature }).click();
      await heading(page, navigation.nomenclature).waitFor();
      expect(await menu.getByRole('link', { name: navigation.catalog }).count()).toBe(mayListModels ? 1 : 0);
      expect(await menu.getByRole('link', { name: navigation.users }).count()).toBe(0);
      await context.close();
    },
    30_000,
  );

  it.each(['admin_matrix', 'manager_matrix'] as const)(
    '[R50] a %s who enters any other address is led to the matrices',
    async role => {
      const { page, context } = await windowOf(role);
      for (const path of ['/content/nomenclature', '/content', '/content/settings/reference/brand']) {
        await page.goto(`${product.address}${path}`);
        await page.waitForURL('**/content/matrices');
      }
      await context.close();
    },
    30_000,
  );

  it.each([
    { path: '/content/nomenclature', search: 'кофе', name: navigation.nomenclature },
    { path: '/content/catalog', search: 'кофе', name: navigation.catalog },
  ])(
    '[R57] [L4] $path has a filter reset that shows everything again',
    async ({ path, search, name }) => {
      const { page, context } = await windowOf('admin');
      await go(page, path);
      await heading(page, name).waitFor();
      const total = page.getByText(/^\d[\d\s]* (товар|модел)/);
      const all = await total.first().textContent();
      await page.getByRole('searchbox', { name: 'Найти', exact: true }).fill(search);
      await page.getByRole('button', { name: 'Сбросить фильтры' }).click();
      await page.waitForURL(url => !decodeURIComponent(url.search).includes(search));
      expect(await page.getByRole('searchbox', { name: 'Найти', exact: true }).inputValue()).toBe('');
      await expect.poll(() => total.first().textContent()).toBe(all);
      await context.close();
    },
    30_000,
  );

  it('[R70] [K4] the menu is 236 wide, 56 when collapsed, and stays as it was left', async () => {
    const { page, context } = await windowOf('admin');
    const menu = page.getByRole('navigation', { name: 'Меню' });
    const width = async () => Math.round((await menu.boundingBox())?.width ?? 0);
    await expect.poll(width).toBe(236);
    await page.getByRole('button', { name: 'Свернуть меню' }).click();
    await expect.poll(width).toBe(56);
    await page.reload();
    await expect.poll(width).toBe(56);
    await page.getByRole('button', { name: 'Развернуть меню' }).click();
    await expect.poll(width).toBe(236);
    await context.close();
  }, 30_000);

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
  }, 30_000);
});

describe('Look and keyboard', () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const faultsOf = async (page: Page): Promise<string[]> => {
    await page.evaluate(axe);
    return page.evaluate(async () => {
      const { violations } = await (globalThis as unknown as { axe: Pick<typeof Axe, 'run'> }).axe.run();
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
    });
  };
  const screens = [
    ['/content', ''],
    ['/content/nomenclature', '[data-row-link]'],
    ['/content/nomenclature/1/settings', 'form input'],
    ['/content/nomenclature/new', 'form input'],
    ['/content/nomenclature/import', 'input[type=file]'],
    ['/content/catalog', '[data-row-link]'],
    ['/content/settings', ''],
    ['/content/settings/reference/brand', '[data-row-link]'],
    ['/content/nowhere', ''],
  ] as const;

  it.each(['light', 'dark'] as const)(
    '[U1] [U4] every screen passes the checks of access, %s',
    async colorScheme => {
      const { page, context, complaints } = await windowOf('admin', { colorScheme, reducedMotion: 'reduce' });
      const faults: string[] = [];
      for (const [path, ready] of screens) {
        await go(page, path);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        if (ready) await page.locator(ready).first().waitFor({ state: 'attached' });
        for (const fault of await faultsOf(page)) faults.push(`${path} ${fault}`);
      }
      expect(faults).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    90_000,
  );

  it('[U8] no screen scrolls sideways on a phone', async () => {
    const { page, context } = await windowOf('admin', { viewport: { width: 360, height: 740 }, hasTouch: true });
    const wide: string[] = [];
    for (const [path, ready] of screens) {
      await page.goto(`${product.address}${path}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      if (ready) await page.locator(ready).first().waitFor({ state: 'attached' });
      const surplus = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (surplus > 0) wide.push(`${path}: ${surplus} px`);
    }
    expect(wide).toEqual([]);
    await context.close();
  }, 90_000);

  it('[U2] a chosen theme stays, and the system is followed where that is the choice', async () => {
    const { page, context } = await windowOf('admin', { colorScheme: 'dark' });
    const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
    await expect.poll(theme).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(theme).toBe('light');
    await page.getByRole('button', { name: /^Учётная запись/ }).click();
    await page.getByRole('menuitemradio', { name: 'Тёмная' }).click();
    await expect.poll(theme).toBe('dark');
    await page.reload();
    await expect.poll(theme).toBe('dark');
    await context.close();
  }, 30_000);

  it('[U5] [U3] `/` goes to the search, `?` shows all keys, Esc closes them and `n` makes a new record', async () => {
    const { page, context } = await windowOf('admin');
    await go(page, '/content/nomenclature');
    await page.locator('[data-row-link]').first().waitFor();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Горячие клавиши' });
    await keys.waitFor();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'hidden' });
    await page.keyboard.press('/');
    const search = page.getByRole('searchbox', { name: 'Найти', exact: true });
    expect(await search.evaluate(field => field === document.activeElement)).toBe(true);
    await page.keyboard.type('n/?');
    expect(await search.inputValue()).toBe('n/?');
    await go(page, '/content/catalog');
    await heading(page, navigation.catalog).waitFor();
    await page.keyboard.press('n');
    await page.waitForURL('**/content/catalog/new');
    await context.close();
  }, 30_000);

  it('[U9] nothing moves for those who ask for no motion', async () => {
    const { page, context } = await windowOf('admin', { reducedMotion: 'reduce' });
    await go(page, '/content/nomenclature');
    await page.locator('[data-row-link]').first().waitFor();
    await page.getByRole('button', { name: /^Учётная запись/ }).click();
    await page.getByRole('menuitemradio', { name: 'Тёмная' }).waitFor();
    const moving = await page.evaluate(() =>
      [...document.querySelectorAll('body *')].flatMap(element => {
        const { transitionDuration, animationDuration, animationName } = getComputedStyle(element);
        const longest = (durations: string) => Math.max(...durations.split(',').map(Number.parseFloat));
        const isMoving =
          longest(transitionDuration) > 0.01 || (animationName !== 'none' && longest(animationDuration) > 0.01);
        return isMoving ? [`${element.tagName}.${element.getAttribute('class')}`] : [];
      }),
    );
    expect([...new Set(moving)]).toEqual([]);
    await context.close();
  }, 30_000);

  it('[U11] a status is a word and a shape of its own, not only a hue', async () => {
    const { page, context } = await windowOf('admin');
    await go(page, '/content/nomenclature?per_page=200');
    await page.locator('[data-status]').first().waitFor();
    const looks = await page.locator('[data-status]').evaluateAll(marks =>
      marks.map(mark => {
        const { backgroundColor, borderRadius, width } = getComputedStyle(mark, '::before');
        const isFilled = backgroundColor !== 'rgba(0, 0, 0, 0)';
        return { word: mark.textContent?.trim() ?? '', shape: `${borderRadius} ${width} ${isFilled}` };
      }),
    );
    expect(looks.every(({ word }) => word !== '')).toBe(true);
    const shapes = new Map(looks.map(({ word, shape }) => [word, shape]));
    expect(new Set(shapes.values()).size).toBe(shapes.size);
    await context.close();
  }, 30_000);
});

describe('Demonstration data', () => {
  it('[D5] the sign-in page names the demonstration accounts', async () => {
    const { page, context } = await openWindow(browser);
    await page.goto(`${product.address}/login`);
    for (const role of Object.keys(roles)) await page.getByTitle(`${role}@demo.local`).waitFor();
    await page.getByText('demo-demo').first().waitFor();
    await context.close();
  }, 30_000);
});
