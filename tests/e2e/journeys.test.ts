import type { Page, Request, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { follow, heading, windowOf } from '#tests/support/browser.ts';
import { openProduct } from '#tests/support/openProduct.ts';

const { product, browser } = await openProduct();

/** Lists, editors by tab, settings and a list as somebody left it: what a working day walks through, and what shows it. */
const shown = {
  '/content': 'h1:has-text("Здравствуйте")',
  '/content/nomenclature': 'h1:has-text("Номенклатура")',
  '/content/nomenclature/1/settings': '[aria-current=page]:has-text("Настройки")',
  '/content/nomenclature?page=2': 'text=/^2 из /',
  '/content/nomenclature/12/price': '[aria-current=page]:has-text("Цена")',
  '/content/nomenclature/12/categories': '[aria-current=page]:has-text("Категории")',
  '/content/catalog': 'h1:has-text("Каталог моделей")',
  '/content/catalog/3/products': '[aria-current=page]:has-text("Товары")',
  '/content/settings': 'h1:has-text("Настройки")',
  '/content/settings/language': 'h1:has-text("Языки")',
};
type Station = keyof typeof shown;
const stations = Object.keys(shown) as Station[];
const steps = Array.from({ length: 30 }, (_, at) => stations[at % stations.length] ?? '/content');

/** The address alone changes before anything is drawn. */
const isAt = async (page: Page, station: Station): Promise<void> => {
  await page.waitForURL(
    url => url.pathname === new URL(station, url).pathname && url.search.includes(station.split('?')[1] ?? ''),
  );
  await page.locator(shown[station]).first().waitFor();
};

const apiCalls = (page: Page): string[] => {
  const asked: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname);
  });
  return asked;
};

describe('§2 Ways through the product', () => {
  it('[F4] [F5] [R90] thirty steps back and as many forward lead through the same pages', async () => {
    const { context, page, complaints } = await windowOf(browser, product.address, 'admin');
    for (const station of steps) {
      await follow(page, station);
      await isAt(page, station);
    }
    for (const station of steps.toReversed().slice(1)) {
      await page.goBack();
      await isAt(page, station);
    }
    for (const station of steps.slice(1)) {
      await page.goForward();
      await isAt(page, station);
    }
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Языки');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('[R91] a deep link and a reload stay on the tab and the page that they name', async () => {
    const { context, page } = await windowOf(browser, product.address, 'admin');
    for (const station of stations.slice(2, 6)) {
      await page.goto(`${product.address}${station}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await isAt(page, station);
    }
    await context.close();
  });

  it('[P23] nothing that a rule guards is requested or drawn before the profile has come', async () => {
    const { context, page } = await windowOf(browser, product.address, 'content_manager');
    await heading(page, 'Номенклатура').waitFor();
    // What the page before still asks for must not count: an empty one stands between.
    await page.goto('about:blank');
    const held: Route[] = [];
    await page.route('**/api/profile', route => void held.push(route));
    const asked = apiCalls(page);
    await page.goto(`${product.address}/content/nomenclature`);
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/application')),
    );
    await expect.poll(() => held).toHaveLength(1);
    expect(await page.locator('#root').textContent()).toMatch(/^(Открываем приложение…)?$/);
    const response = await held[0]?.fetch();
    expect(asked).toEqual(['/api/profile']);
    await held[0]?.fulfill(response && { response });
    await page.getByRole('row').nth(1).waitFor();
    await expect.poll(() => asked).toContain('/api/products/import/nomenclature');
    // Nothing is asked for twice.
    expect(asked.filter(path => path === '/api/profile')).toHaveLength(1);
    expect(asked.filter(path => path === '/api/products')).toHaveLength(1);

    const id = await page.locator('tr[data-id]').first().getAttribute('data-id');
    await page.unroute('**/api/profile');
    await page.goto('about:blank');
    asked.length = 0;
    await page.goto(`${product.address}/content/nomenclature/${id}/settings`);
    await page.locator('input[name=name]').waitFor();
    await expect.poll(() => asked).toContain('/api/products/import/nomenclature');
    expect(asked.filter(path => path === `/api/products/${id}`)).toHaveLength(1);
    await context.close();
  });

  it('[U19] the requests of a screen are sent before those of the frame around it', async () => {
    const { context, page } = await windowOf(browser, product.address, 'content_manager');
    await page.getByRole('row').nth(1).waitFor();
    const id = await page.locator('tr[data-id]').first().getAttribute('data-id');
    const asked = apiCalls(page);
    const ofTheFrame = [
      '/api/navigation',
      '/api/drafts/current-header',
      '/api/notifications',
      '/api/products/import/nomenclature',
    ];
    const screens = [
      ['nomenclature', '/api/products'],
      [`nomenclature/${id}/settings`, `/api/products/${id}`],
      ['categories', '/api/categories/by-projects'],
      ['history', '/api/batches'],
    ] as const;
    for (const [address, own] of screens) {
      await page.goto('about:blank');
      asked.length = 0;
      await page.goto(`${product.address}/content/${address}`);
      await expect.poll(() => asked, { message: address }).toEqual(expect.arrayContaining([own, ...ofTheFrame]));
      for (const path of ofTheFrame)
        expect(asked.indexOf(own), `${address}: ${path}`).toBeLessThan(asked.indexOf(path));
    }
    await context.close();
  });

  it('[U20] no request waits for a cookie, which the browser reads in another process', async () => {
    const { context, page } = await windowOf(browser, product.address, 'content_manager');
    await page.getByRole('row').nth(1).waitFor();
    await page.addInitScript(() => {
      const store = (window as unknown as { cookieStore: { get: unknown } }).cookieStore;
      if (typeof store.get !== 'function') throw new Error('this browser has no store of cookies');
      store.get = () => new Promise(() => undefined);
    });
    await page.goto(`${product.address}/content/nomenclature?search=1`);
    await page.getByRole('row').nth(1).waitFor();
    await context.close();
  });

  it('[P23] [N13] a profile that fails leaves the page closed, and nothing else is requested', async () => {
    const { context, page } = await windowOf(browser, product.address, 'content_manager');
    await page.getByRole('row').nth(1).waitFor();
    await page.goto('about:blank');
    let isFailing = true;
    await page.route('**/api/profile', route =>
      isFailing ? route.fulfill({ status: 500, json: { code: 500, message: 'Сбой' } }) : route.continue(),
    );
    const asked = apiCalls(page);
    await page.goto(`${product.address}/content/nomenclature`);
    await page.getByRole('alert').getByText('Не удалось открыть приложение').waitFor();
    expect(new Set(asked)).toEqual(new Set(['/api/profile']));
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByRole('row').count()).toBe(0);
    isFailing = false;
    await page.getByRole('button', { name: 'Обновить' }).click();
    await page.getByRole('row').nth(1).waitFor();
    await context.close();
  });
});
