import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';
import { follow, openBrowser, windowOf } from '#tests/support/browser.ts';
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

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** A record of the demonstration for every `:id`, except for those of references, whose ids depend on one another. */
const ADDRESSES = routes
  .filter(({ path, aliasOf }) => !aliasOf && !(path.includes('/reference/') && path.includes(':id')))
  .map(({ path }) => path.replace(':id', '1'));

/** Scrolls everything to its end and measures what should have stayed where it was. */
const scrolledToEnd = (page: Page) =>
  page.evaluate(() => {
    for (const element of [document.documentElement, ...document.querySelectorAll('main, main *')])
      if (element.scrollHeight > element.clientHeight) element.scrollTop = element.scrollHeight;
    const bar = document.querySelector('[role=region][aria-label^="Не сохранено"]');
    return {
      document: document.documentElement.scrollHeight - innerHeight,
      header: document.querySelector('body header')?.getBoundingClientRect().top ?? null,
      bar: bar && Math.round(innerHeight - bar.getBoundingClientRect().bottom),
    };
  });

describe('Everything stays in its place', () => {
  it('[U440] a page scrolls below its header, and the document itself never', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin');
    const moved: string[] = [];
    for (const address of ADDRESSES) {
      await follow(page, address);
      await page.locator('main:not(:has([role=progressbar], [aria-busy=true], [data-skeleton])) h1').first().waitFor();
      for (const size of sizes) {
        await page.setViewportSize(size);
        const { document, header } = await scrolledToEnd(page);
        if (document > 0 || header !== 0)
          moved.push(`${address} at ${size.width}: ${document} px, header at ${header}`);
      }
    }
    expect(moved).toEqual([]);
    await context.close();
  }, 180_000);

  it('[U440] the save bar stands at the bottom, wherever its form is scrolled to', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin');
    await page.goto(`${product.address}/content/nomenclature/1/settings`);
    await page.getByLabel('Название', { exact: true }).first().fill('Латте 0,3');
    for (const size of sizes) {
      await page.setViewportSize(size);
      expect(await scrolledToEnd(page)).toEqual({ document: 0, header: 0, bar: 0 });
    }
    await context.close();
  }, 30_000);
});
