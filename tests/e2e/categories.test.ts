import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOfAccess } from '../support/axe.ts';
import { go, openBrowser, windowOf } from '../support/browser.ts';
import { saveLargeTree } from '../support/largeTree.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

describe('The categories tab in a browser', () => {
  it('[L117] [L114] [U4] a manager finds and chooses among ten thousand categories, of which few are drawn', async () => {
    const { page, context, complaints } = await windowOf(browser, product.address, 'admin');
    expect(await saveLargeTree(page, 'site')).toBe(200);
    await go(page, `${product.address}/content/catalog/1/categories`);
    const site = page.getByRole('group', { name: 'Сайт магазинов' });
    const rows = site.getByRole('treeitem');
    await rows.first().waitFor();
    const drawn = async () => expect(await page.getByRole('treeitem').count()).toBeLessThan(150);
    await site.getByRole('tree').focus();
    await page.keyboard.press('*');
    await page.keyboard.press('End');
    await site.getByText('Категория 100.99').waitFor();
    await drawn();
    await page.keyboard.press('Space');
    await site.getByText('Раздел 100 › Категория 100.99').waitFor();
    await site.getByRole('searchbox').fill('категория 57.4');
    await expect.poll(() => rows.count()).toBe(11);
    const found = rows.filter({ hasText: 'Категория 57.42' });
    await found.click();
    await expect.poll(() => found.getAttribute('aria-checked')).toBe('true');
    await site.getByRole('searchbox').fill('');
    await site.getByText('Раздел 57 › Категория 57.42').waitFor();
    await drawn();
    expect(await faultsOfAccess(page)).toEqual([]);
    await page.keyboard.press('Control+s');
    await page.getByText('Сохранено').waitFor();
    await page.reload();
    await site.getByText('Раздел 57 › Категория 57.42').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  }, 90_000);
});
