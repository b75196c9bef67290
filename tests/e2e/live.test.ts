import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { go, openWindow, signIn, windowOf } from '#tests/support/browser.ts';
import { callerOf } from '#tests/support/calls.ts';
import { openProduct } from '#tests/support/openProduct.ts';
import { layWire } from '#tests/support/wire.ts';

const { product, browser } = await openProduct();

const EVENTS = 500;
const DROPS = 20;
const LIST = '/content/nomenclature?page=1&perPage=25&sort=name&order=ASC';
const screens = [LIST, '/content/history', '/content'];

/** All that a window shows, the header with the draft and the bell included. */
const shown = (page: Page): Promise<string> => page.evaluate(() => document.body.innerText);

describe('W Live work in a browser', () => {
  it('[W9] [J13] [Y8] three windows of a person on a bad line end with what the server has', async () => {
    const [admin, own] = [await callerOf(product.address, 'admin'), await callerOf(product.address, 'content_manager')];
    const { id: me } = (await own<{ user: { id: number } }>('GET', '/profile')).user;
    const { items } = await admin<{ items: { id: number }[] }>('GET', '/products?page=1&per_page=25&sort=name');
    /** Somebody else's change or one's own; now and then something for the bell. */
    const change = async (nth: number) => {
      const id = items[nth % items.length]?.id;
      await (nth % 2 ? own : admin)('PUT', `/products/${id}`, { weight: nth, price: nth });
      if (nth % 50 > 0) return;
      const access = { users: [{ id: me, level: 'view' }], roles: [] };
      await admin('POST', '/matrices', { name: `Матрица ${nth}`, code: randomUUID(), access });
    };
    const live = async ({ drops, delays }: { drops: number[]; delays: number[] }) => {
      let piece = 0;
      const wire = await layWire(product.address, () => delays[(piece += 1) % delays.length] ?? 0);
      const { context, page, complaints } = await openWindow(browser);
      await signIn(page, wire.address, 'content_manager');
      const windows = [page, await context.newPage(), await context.newPage()];
      for (const [at, window] of windows.entries()) await go(window, `${wire.address}${screens[at]}`);
      for (let nth = 0; nth < EVENTS; nth += 2) {
        if (drops.includes(nth / 2)) {
          // A drop is one only where a connection stood.
          await expect.poll(wire.upgraded).toBe(windows.length);
          wire.cut();
        }
        // Both people at once, each at another product.
        await Promise.all([change(nth), change(nth + 1)]);
      }
      const fresh = await windowOf(browser, product.address, 'content_manager');
      const others = [fresh.page, await fresh.context.newPage(), await fresh.context.newPage()];
      for (const [at, window] of others.entries()) await go(window, `${product.address}${screens[at]}`);
      const both = async () => [await Promise.all(windows.map(shown)), await Promise.all(others.map(shown))];
      await expect
        .poll(async () => {
          const [ours, theirs] = await both();
          return ours?.map((text, at) => (text === theirs?.[at] ? 'alike' : { ours: text, theirs: theirs?.[at] }));
        })
        .toEqual(screens.map(() => 'alike'));
      expect(complaints).toEqual([]);
      await Promise.all([context.close(), fresh.context.close()]);
      wire.close();
    };
    const lines = fc.record({
      drops: fc.uniqueArray(fc.nat(EVENTS / 2 - 1), { minLength: DROPS, maxLength: DROPS }),
      delays: fc.array(fc.nat(60), { minLength: 50, maxLength: 50 }),
    });
    await fc.assert(fc.asyncProperty(fc.noBias(lines), live), { numRuns: 1, endOnFailure: true });
  });

  it('[W10] a thousand events a minute move neither what is scrolled nor the focus nor what was typed', async () => {
    const admin = await callerOf(product.address, 'admin');
    const { items } = await admin<{ items: { id: number }[] }>('GET', '/products?page=1&per_page=50&sort=name');
    const { context, page: list, complaints } = await windowOf(browser, product.address, 'content_manager');
    await go(list, `${product.address}${LIST.replace('perPage=25', 'perPage=50')}`);
    const rows = list.locator('tbody tr[data-id]');
    await rows.nth(5).waitFor();
    await list.mouse.move(700, 500);
    await list.mouse.wheel(0, 900);
    const placed = async () => (await placeOf(list)).scrolled.length;
    await expect.poll(placed).toBeGreaterThan(0);
    await rows.nth(12).getByRole('checkbox').focus();
    const form = await context.newPage();
    await form.setViewportSize({ width: 1440, height: 500 });
    await go(form, `${product.address}/content/nomenclature/${items[0]?.id}/settings`);
    const typed = form.getByRole('textbox', { name: /^Описание/ });
    await typed.fill('Набрано и не сохранено');
    await typed.press('ArrowLeft');
    const before = [await placeOf(list), await placeOf(form)];
    for (let nth = 0; nth < 1000; nth += 1)
      await admin('PUT', `/products/${items[1 + (nth % 49)]?.id}`, { weight: 5000 + nth });
    await expect.poll(() => shown(list)).toMatch(/5\s999/);
    expect([await placeOf(list), await placeOf(form)]).toEqual(before);
    expect(await typed.inputValue()).toBe('Набрано и не сохранено');
    expect(complaints).toEqual([]);
    await context.close();
  });
});

/** Whatever is scrolled, and what has the focus, where it stands in the window and where the caret is in it. */
const placeOf = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement as HTMLTextAreaElement;
    const { name, value, selectionStart } = focused;
    return {
      scrolled: [...document.querySelectorAll('*')].flatMap(one =>
        one.scrollTop > 0 ? [[one.tagName, one.scrollTop]] : [],
      ),
      focused: [focused.tagName, focused.closest('[data-id]')?.getAttribute('data-id'), name, value, selectionStart],
      top: focused.getBoundingClientRect().top,
    };
  });
