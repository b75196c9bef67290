import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STORAGE_VERSION } from '#contract/limits.ts';
import { openBrowser, openWindow, signIn } from '#tests/support/browser.ts';
import { copyBuild, type Deployment } from '#tests/support/deployment.ts';
import { type Product, startProduct } from '#tests/support/product.ts';

let next: Deployment;
let product: Product;
let newer: Product;
let browser: Browser;
beforeAll(async () => {
  next = copyBuild();
  next.deploy(text => text.replaceAll(STORAGE_VERSION, '9.9.9'));
  [product, newer, browser] = await Promise.all([startProduct(), startProduct({}, next.folder), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([product?.stop(), newer?.stop()]);
  next?.remove();
});

/** Has a tab served by the newer build at the same address, as a server beside the other would; the API is one. */
const serveNewer = (page: Page): Promise<unknown> =>
  page.route(
    url => url.origin === product.address && !/^\/(api|socket\.io)\//.test(url.pathname),
    async route => {
      const url = route.request().url().replace(product.address, newer.address);
      // Retries a request whose connection the server was closing, as a browser would.
      const response = await route.fetch({ url, maxRetries: 3 }).catch(() => null);
      // What a page that is being left asked for has nobody to answer to.
      await (response ? route.fulfill({ response }) : route.abort()).catch(() => undefined);
    },
  );
const row = (page: Page) => page.getByRole('row').nth(1);

describe('§4 Tabs of two builds at one address', () => {
  it('[T6] the newer one signs out once, and then neither signs the other out however often they are loaded', async () => {
    const { page: old, context } = await openWindow(browser);
    await signIn(old, product.address);
    await row(old).waitFor();
    const tab = await context.newPage();
    await serveNewer(tab);
    await tab.goto(`${product.address}/content/nomenclature`);
    await Promise.all([tab.waitForURL('**/login'), old.waitForURL('**/login')]);
    await signIn(tab, product.address);
    await Promise.all([row(tab).waitFor(), row(old).waitFor()]);

    const refusals: string[] = [];
    for (const page of [old, tab])
      page.on('request', request => {
        if (new URL(request.url()).pathname.endsWith('/login')) refusals.push(request.url());
      });
    for (let turn = 0; turn < 3; turn += 1)
      for (const page of [old, tab]) {
        await page.reload();
        await row(page).waitFor();
      }
    expect(refusals).toEqual([]);
    await context.close();
  });
});
