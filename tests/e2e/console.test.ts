import { describe, expect, it } from 'vitest';
import { FORGOT_PASSWORD_PATH, LOGIN_PATH, RESET_PASSWORD_PATH } from '#contract/addresses.ts';
import { openWindow, printedBy } from '#tests/support/browser.ts';
import { openProduct } from '#tests/support/openProduct.ts';

const { product, browser } = await openProduct();

describe('The console of the browser', () => {
  // While pages of an administrator load: everyScreen.test.ts.
  it('[H35] stays empty while public pages load', async () => {
    const { page, context } = await openWindow(browser);
    const printed = printedBy(page);
    for (const address of [LOGIN_PATH, FORGOT_PASSWORD_PATH, `${RESET_PASSWORD_PATH}?token=x`]) {
      await page.goto(product.address + address);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForLoadState('networkidle');
    }
    expect(printed).toEqual([]);
    await context.close();
  });
});
