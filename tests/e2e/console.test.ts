import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOGIN_PATH, RESET_PASSWORD_PATH, RESTORE_PATH } from '#contract/addresses.ts';
import { openBrowser, openWindow, printedBy } from '#tests/support/browser.ts';
import { type Product, startProduct } from '#tests/support/product.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

describe('The console of the browser', () => {
  // While pages of an administrator load: everyScreen.test.ts.
  it('[H35] stays empty while public pages load', async () => {
    const { page, context } = await openWindow(browser);
    const printed = printedBy(page);
    for (const address of [LOGIN_PATH, RESTORE_PATH, `${RESET_PASSWORD_PATH}?token=x`]) {
      await page.goto(product.address + address);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForLoadState('networkidle');
    }
    expect(printed).toEqual([]);
    await context.close();
  });
});
