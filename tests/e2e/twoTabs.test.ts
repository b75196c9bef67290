import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { go, windowOf } from '#tests/support/browser.ts';
import { callerOf } from '#tests/support/calls.ts';
import { openProduct } from '#tests/support/openProduct.ts';

const { product, browser } = await openProduct();

const LIST = '/content/nomenclature?page=1&perPage=25&sort=name&order=ASC';

describe('Two tabs of one user', () => {
  it('[L2] [L56] [R70] [L19] keep their own filters and pages, share the state of the menu, and show each other’s saves', async () => {
    const { context, page, complaints } = await windowOf(browser, product.address, 'admin');
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await go(tab, product.address + LIST);
      await tab.locator('tr[data-id]').nth(5).waitFor();
    }
    const statusOf = (tab: Page) => tab.getByRole('navigation', { name: 'Меню' }).getAttribute('data-status');
    const searchOf = (tab: Page) => tab.getByRole('searchbox', { name: 'Найти', exact: true });
    await searchOf(page).fill('кофе');
    await page.waitForURL(url => decodeURIComponent(url.search).includes('кофе'));
    await searchOf(other).fill('чай');
    await other.waitForURL(url => decodeURIComponent(url.search).includes('чай'));
    await page.getByRole('button', { name: 'Свернуть меню' }).click();
    await page.mouse.move(700, 500);
    expect(await searchOf(page).inputValue()).toBe('кофе');
    expect(await searchOf(other).inputValue()).toBe('чай');
    // The menu of an open tab is left alone; the next page that is loaded has the last choice.
    expect([await statusOf(page), await statusOf(other)]).toEqual(['mini', 'default']);
    await other.reload();
    await other.locator('tr[data-id]').first().waitFor();
    await expect.poll(() => statusOf(other)).toBe('mini');
    expect(await searchOf(other).inputValue()).toBe('чай');
    expect(new URL(page.url()).search).toContain(encodeURIComponent('кофе'));

    const row = other.locator('tr[data-id]').first();
    const id = await row.getAttribute('data-id');
    await (await callerOf(product.address, 'admin'))('PUT', `/products/${id}`, { weight: 4321 });
    await row.getByText(/4\s321/).waitFor();
    expect(await searchOf(page).inputValue()).toBe('кофе');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
