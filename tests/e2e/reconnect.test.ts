import type { Locator, Page, WebSocket } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { go, openWindow, signIn } from '#tests/support/browser.ts';
import { callerOf } from '#tests/support/calls.ts';
import { largeTable } from '#tests/support/largeTable.ts';
import { openProduct } from '#tests/support/openProduct.ts';
import { signInByCall } from '#tests/support/product.ts';
import { layWire } from '#tests/support/wire.ts';

const { product, browser } = await openProduct();

const DROPS = 20;
const LIST = '/content/nomenclature?page=1&perPage=25&sort=name&order=ASC';

interface Sockets {
  open: () => number;
  made: () => number;
  /** How often the server has sent an event to the page, over all its sockets. */
  received: (event: string) => number;
}

const socketsOf = (page: Page): Sockets => {
  const sockets: WebSocket[] = [];
  const frames: string[] = [];
  page.on('websocket', socket => {
    sockets.push(socket);
    socket.on('framereceived', ({ payload }) => void frames.push(String(payload)));
  });
  return {
    open: () => sockets.filter(socket => !socket.isClosed()).length,
    made: () => sockets.length,
    received: event => frames.filter(frame => frame.includes(`"${event}"`)).length,
  };
};

/** Every notice that the page shows from now on. */
const gatherNotices = async (page: Page): Promise<() => Promise<string[]>> => {
  await page.evaluate(() => {
    const seen: string[] = [];
    const known = new WeakSet<Element>();
    new MutationObserver(() => {
      for (const notice of document.querySelectorAll<HTMLElement>('[data-notice][data-floating]')) {
        if (!known.has(notice)) seen.push(notice.innerText);
        known.add(notice);
      }
      document.body.dataset['notices'] = JSON.stringify(seen);
    }).observe(document.body, { childList: true, subtree: true });
  });
  return async () => JSON.parse((await page.evaluate(() => document.body.dataset['notices'])) ?? '[]') as string[];
};

const importAs = async (email: string): Promise<void> => {
  const form = new FormData();
  form.append('table', new File(['Артикул;Название\nRE-1;Чай'], 'товары.csv'));
  const headers = { Authorization: `Bearer ${await signInByCall(product.address, email)}` };
  const { status } = await fetch(`${product.address}/api/products/import/nomenclature`, {
    method: 'POST',
    headers,
    body: form,
  });
  expect(status).toBe(200);
};

describe('W A page that reconnects', () => {
  it('[W9] [W5] [C23] after 20 reconnects has one socket, shows what it missed within two seconds, and one notice of one event', async () => {
    const admin = await callerOf(product.address, 'content_manager');
    const { items } = await admin<{ items: { id: number }[] }>('GET', '/products?page=1&per_page=25&sort=name');
    const wire = await layWire(product.address);
    const { context, page, complaints } = await openWindow(browser);
    const sockets = socketsOf(page);
    await signIn(page, wire.address);
    await go(page, `${wire.address}${LIST}`);
    await page.locator('tr[data-id]').nth(5).waitFor();
    for (let drop = 0; drop < DROPS - 1; drop += 1) {
      await expect.poll(wire.upgraded).toBe(1);
      wire.cut();
      await expect.poll(wire.upgraded).toBe(0);
    }
    await expect.poll(wire.upgraded).toBe(1);
    const reconnecting = page.waitForResponse('**/api/web-socket/get-token');
    wire.cut();
    await admin('PUT', `/products/${items[0]?.id}`, { weight: 7654 });
    await (await reconnecting).finished();
    const reconnectedAt = performance.now();
    await page.getByText(/7\s654/).waitFor();
    expect(performance.now() - reconnectedAt).toBeLessThan(2000);

    await expect.poll(wire.upgraded).toBe(1);
    expect(sockets.made()).toBeGreaterThan(DROPS);
    expect(sockets.open()).toBe(1);
    const notices = await gatherNotices(page);
    await importAs('product_manager@demo.local');
    await expect.poll(() => sockets.received('IMPORT_READY')).toBe(1);
    await expect.poll(notices).toContainEqual(expect.stringContaining('Импорт завершён'));
    expect((await notices()).filter(text => text.includes('Импорт завершён'))).toHaveLength(1);
    expect([sockets.received('IMPORT_STARTS'), sockets.received('IMPORT_READY')]).toEqual([1, 1]);
    expect(complaints).toEqual([]);
    await context.close();
    wire.close();
  });

  it('[W9] [T686] shows within two seconds what it missed of an open record, its references, and the user’s own changes', async () => {
    const admin = await callerOf(product.address, 'admin');
    const { items } = await admin<{ items: { id: number; name: string; brand_id: number }[] }>(
      'GET',
      '/products?page=1&per_page=25&sort=name&brand_id_empty=false',
    );
    const id = items[3]?.id;
    const wire = await layWire(product.address);
    const { context, page, complaints } = await openWindow(browser);
    await signIn(page, wire.address);
    const missed = async (change: () => Promise<unknown>, isSeen: () => Promise<boolean>): Promise<void> => {
      await expect.poll(wire.upgraded).toBe(1);
      expect(await isSeen()).toBe(false);
      const reconnecting = page.waitForResponse('**/api/web-socket/get-token');
      wire.cut();
      await change();
      await (await reconnecting).finished();
      await expect.poll(isSeen, { timeout: 2000, interval: 20 }).toBe(true);
    };
    await go(page, `${wire.address}/content/nomenclature/${id}/settings`);
    const weight = page.getByRole('textbox', { name: /^Вес/ });
    await weight.waitFor();
    const weigh = (grams: number) => () => admin('PUT', `/products/${id}`, { weight: grams });
    await missed(weigh(3456), async () => (await weight.inputValue()).replace(/\s/g, '') === '3456');
    const brand = page.getByRole('combobox', { name: 'Бренд' });
    await missed(
      () => admin('PUT', `/reference/brand/value/${items[3]?.brand_id}`, { name: 'Переименован без связи' }),
      async () => (await brand.inputValue()) === 'Переименован без связи',
    );
    const counter = page.getByRole('banner').getByText(/Не опубликовано/);
    const before = await counter.allTextContents();
    await missed(
      () => admin('PUT', `/products/${items[4]?.id}`, { weight: 3457 }),
      async () => {
        const shown = await counter.allTextContents();
        return shown.length > 0 && shown.join() !== before.join();
      },
    );
    await go(page, `${wire.address}/content/history`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await missed(
      () => admin('PUT', `/products/${items[5]?.id}`, { name: 'Изменён без связи' }),
      async () => (await page.getByText('Изменён без связи').count()) > 0,
    );
    expect(complaints).toEqual([]);
    await context.close();
    wire.close();
  });

  it('[W9] [T693] shows within two seconds what it missed of the category tree and of a run’s screen', async () => {
    const admin = await callerOf(product.address, 'admin');
    const wire = await layWire(product.address);
    const { context, page, complaints } = await openWindow(browser);
    await signIn(page, wire.address);
    const missed = async (change: () => Promise<unknown>, shown: Locator): Promise<void> => {
      await expect.poll(wire.upgraded).toBe(1);
      expect(await shown.count()).toBe(0);
      const reconnecting = page.waitForResponse('**/api/web-socket/get-token');
      wire.cut();
      await change();
      await (await reconnecting).finished();
      await shown.first().waitFor({ timeout: 2000 });
    };
    await go(page, `${wire.address}/content/categories`);
    await page.getByRole('treeitem').first().waitFor();
    const [tree] = await admin<{ platform: string; version: number; categories: object[] }[]>(
      'GET',
      '/categories/by-projects',
    );
    const renamed = { ...tree?.categories[0], name: 'Переименовано без связи' };
    const body = { version: tree?.version, categories: [renamed, ...(tree?.categories.slice(1) ?? [])] };
    await missed(
      () => admin('PUT', `/categories/${tree?.platform}`, body),
      page.getByRole('treeitem', { name: /^Переименовано без связи/ }),
    );
    await go(page, `${wire.address}/content/nomenclature/import`);
    await page.locator('input[name=table]').setInputFiles(await largeTable(100_000));
    await page.getByRole('button', { name: /^Импортировать( без проверки)?$/ }).click();
    await page.getByRole('heading', { name: 'Импортируем' }).waitFor({ timeout: 60_000 });
    await missed(
      () => admin('DELETE', '/products/import/nomenclature'),
      page.getByRole('heading', { name: 'Импорт отменён' }),
    );
    expect(complaints).toEqual([]);
    await context.close();
    wire.close();
  });
});
