import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOGIN_PATH, RESET_PASSWORD_PATH, RESTORE_PATH } from '#contract/addresses.ts';
import { routes } from '#contract/routes.ts';
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
});

const PUBLIC = [LOGIN_PATH, RESTORE_PATH, `${RESET_PASSWORD_PATH}?token=x`];
/** A record of the demonstration for every `:id`; the values of a reference have ids that depend on the other references. */
const CONTENT = routes
  .filter(({ path, aliasOf }) => !aliasOf && !(path.includes('/reference/') && path.includes(':id')))
  .map(({ path }) => path.replace(':id', '1'));

describe('The console of the browser', () => {
  it.each([
    ['public pages', PUBLIC, null],
    ['pages of an administrator', CONTENT, 'admin'],
  ] as const)('[H35] stays empty while %s load', async (_, addresses, role) => {
    const { page, context } = await openWindow(browser);
    if (role) await signIn(page, product.address, role);
    const messages: string[] = [];
    // Everything that a console shows by default counts, a refused request among it, which Chromium reports by itself.
    page.on('console', message => {
      if (!['verbose'].includes(message.type()))
        messages.push(`${new URL(page.url()).pathname} ${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', error => messages.push(`${new URL(page.url()).pathname} ${error}`));
    for (const address of addresses) {
      await page.goto(product.address + address);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForLoadState('networkidle');
    }
    expect(messages).toEqual([]);
    await context.close();
  });
});
