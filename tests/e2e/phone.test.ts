import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { windowOf } from '#tests/support/browser.ts';
import { callerOf } from '#tests/support/calls.ts';
import { openProduct } from '#tests/support/openProduct.ts';

const { product, browser } = await openProduct();

const SIZE = { width: 390, height: 844 };

/** By how many px the placeholder is wider than its field. */
const cut = (page: Page) =>
  page.getByRole('combobox', { name: 'Найти товар или модель' }).evaluate((input: HTMLInputElement) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(input);
    const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    canvas.font = font;
    const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return Math.max(0, canvas.measureText(input.placeholder).width - room);
  });

const user = { id: 1, name: 'Анна' };
const run = {
  id: 900,
  status: 'processing',
  progress: 100,
  started_at: '2026-01-01T00:00:00.000Z',
  finished_at: null,
  user,
};
const sending = {
  ...run,
  is_broken: false,
  products: 1,
  bytes: 1,
  bytes_sent: 0,
  elapsed: 1,
  cafes: [],
  log: [],
  log_total: 0,
};

/** Lets an import and a sending go on for as long as the page is open. */
const keepRunning = async (page: Page): Promise<void> => {
  const running = {
    '/products/import/nomenclature': {
      ...run,
      counts: { new: 0, changed: 0, unchanged: 0, faulty: 0 },
      file_name: 'a.xlsx',
      log: [],
    },
    '/products/send-media-to-cafe': { ...sending, counts: { sent: 0, unchanged: 0, failed: 0 } },
  };
  for (const [path, result] of Object.entries(running))
    await page.route(`**/api${path}`, async route => {
      if (route.request().method() !== 'GET') return route.continue();
      return route.fulfill({ json: { code: 200, message: '', result } });
    });
};

describe('On a phone', () => {
  it.each(['nomenclature', 'catalog', 'matrices', 'users'])(
    '[U640] the first card of %s begins in the upper 30 % of the screen, and no placeholder is cut',
    async name => {
      const { page, context } = await windowOf(browser, product.address, 'admin', { viewport: SIZE });
      await page.goto(`${product.address}/content/${name}`);
      const card = page.locator('main tbody tr').filter({ has: page.locator('[data-row-link]') });
      await card.first().waitFor();
      const { y = SIZE.height } = (await card.first().boundingBox()) ?? {};
      expect(y).toBeLessThanOrEqual(SIZE.height * 0.3);
      expect(await cut(page)).toBe(0);
      await context.close();
    },
  );

  it('[U447] a window that gets wider than the open menu needs can be used', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin', { viewport: SIZE });
    await page.goto(`${product.address}/content/nomenclature`);
    await page.locator('tbody tr[data-id]').first().waitFor();
    await page.locator('header button[aria-controls=menu]').click();
    await page.locator('main[inert]').waitFor();
    await page.setViewportSize({ width: 1280, height: 844 });
    await page.locator('main:not([inert])').waitFor();
    await page.getByRole('searchbox', { name: 'Найти' }).click();
    await context.close();
  });

  it('[U448] no field that gets the focus is under the bar that saves', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin', { viewport: SIZE });
    await page.goto(`${product.address}/content/nomenclature`);
    await page.locator('tbody tr[data-id] [data-row-link]').first().click();
    await page.getByRole('textbox', { name: /^Название/ }).fill('Другое название');
    const bar = page.locator('[data-bottom-bar]');
    await bar.getByRole('button', { name: 'Сохранить' }).waitFor();
    const covered: string[] = [];
    for (let nth = 0; nth < 40; nth += 1) {
      await page.keyboard.press('Tab');
      const name = await page.evaluate(() => {
        const focused = document.activeElement as HTMLElement;
        const top = document.querySelector('[data-bottom-bar]')?.getBoundingClientRect().top ?? Infinity;
        const isOutside = focused.closest('main form') !== null && focused.closest('[data-bottom-bar]') === null;
        return isOutside && focused.getBoundingClientRect().top >= top ? focused.outerHTML : null;
      });
      if (name) covered.push(name);
    }
    expect(covered).toEqual([]);
    await context.close();
  });

  it('[L653] what is typed into the search of the header can be read beside an open draft', async () => {
    const call = await callerOf(product.address, 'admin');
    await call('POST', '/products', { name: 'Горячий шоколад' });
    const { page, context } = await windowOf(browser, product.address, 'admin', { viewport: SIZE });
    await page.getByRole('link', { name: /^Не опубликовано/ }).waitFor();
    const search = page.getByRole('combobox', { name: 'Найти товар или модель' });
    await search.fill('горячий шоколад');
    expect(await search.evaluate(input => input.scrollWidth - input.clientWidth)).toBe(0);
    await page.getByRole('group', { name: 'Номенклатура' }).waitFor();
    await search.blur();
    await page.getByRole('link', { name: /^Не опубликовано/ }).waitFor();
    await context.close();
  });

  it.each([320, 360])('[U8] at %i px the header has room for a draft, two processes and the search', async width => {
    const call = await callerOf(product.address, 'admin');
    await call('POST', '/products', { name: 'Горячий шоколад' });
    const { page, context } = await windowOf(browser, product.address, 'admin', { viewport: { width, height: 740 } });
    await keepRunning(page);
    await page.goto(`${product.address}/content/nomenclature`);
    await page.getByRole('link', { name: /^Не опубликовано/ }).waitFor();
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Импортируем/ })
      .waitFor();
    const header = page.getByRole('banner');
    expect(await header.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const search = page.getByRole('combobox', { name: 'Найти товар или модель' });
    expect((await search.boundingBox())?.width).toBeGreaterThan(24);
    await context.close();
  });

  it('[U3] Tab leads from the search of the header to the bell and the menu of the person', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin', { viewport: SIZE });
    await page.goto(`${product.address}/content/nomenclature`);
    await page.getByRole('combobox', { name: 'Найти товар или модель' }).focus();
    const reached = async () => {
      await page.keyboard.press('Tab');
      return page.evaluate(() => document.activeElement?.closest('header')?.tagName === 'HEADER');
    };
    const steps: boolean[] = [];
    while (steps.at(-1) !== false && steps.length < 6) steps.push(await reached());
    expect(steps.filter(Boolean).length).toBeGreaterThanOrEqual(2);
    await context.close();
  });

  it('[L442] a value of a card takes at most four lines', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin', { viewport: SIZE });
    await page.goto(`${product.address}/content/roles`);
    const rights = page.locator('td', { hasText: /\d+ прав.: / }).first();
    await rights.waitFor();
    const lines = await rights.evaluate(
      value => value.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(value).lineHeight),
    );
    expect(lines).toBeGreaterThan(3);
    expect(lines).toBeLessThan(5);
    await context.close();
  });

  it('[U640] the button that closes the notifications covers none of their controls', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin', { viewport: SIZE });
    await page.route('**/api/notifications?*', async route => {
      const answer = await route.fetch();
      const { result, ...rest } = (await answer.json()) as { result: { items: { read_at: string | null }[] } };
      const items = result.items.map(item => ({ ...item, read_at: null }));
      await route.fulfill({ response: answer, json: { ...rest, result: { ...result, items } } });
    });
    await page.getByRole('button', { name: /^Уведомления/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Уведомления' });
    const all = await sheet.getByRole('button', { name: 'Отметить все прочитанными' }).boundingBox();
    const close = await sheet.getByRole('button', { name: 'Закрыть' }).boundingBox();
    expect((all?.x ?? SIZE.width) + (all?.width ?? 0)).toBeLessThanOrEqual(close?.x ?? 0);
    await context.close();
  });
});
