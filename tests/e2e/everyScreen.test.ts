import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { printedBy, windowOf } from '#tests/support/browser.ts';
import { faultsInDark, faultsOf, ownScreens } from '#tests/support/everyScreen.ts';
import { openProduct } from '#tests/support/openProduct.ts';
import { settle, visit } from '#tests/support/place.ts';
import { realAddresses } from '#tests/support/realAddress.ts';
import { holds } from '#tests/support/rights.ts';
import { addresses, endOf } from '#tests/support/screenRights.ts';

const { product, browser } = await openProduct();
const real = await realAddresses(product.address);

/** Shows measurements, which differ each time that the page is loaded. */
const MEASURED = '/content/system';

const text = async (page: Page): Promise<string> => {
  const shown = await page.locator('main').innerText();
  return page.url().endsWith(MEASURED) ? shown.replaceAll(/\d+([.,\s]\d+)*/g, '#') : shown;
};

const everyAddress = [...new Set([...addresses, ...ownScreens])];
const own = new Set(ownScreens);

describe('Every screen', () => {
  it('[H35] [R91] [R35] [R37] [R40] [R49] [L2] [U1] [U4] [U8] [U9] [F15] [H18] every address, aliases included, shows the same after a reload, and its screen passes the checks of access, fits 320 px, does not move, prints no key and leaves the console empty', async () => {
    const { context, page } = await windowOf(browser, product.address, 'admin', {
      reducedMotion: 'reduce',
    });
    const printed = printedBy(page);
    const wrong: string[] = [];
    for (const address of everyAddress) {
      // The notice of an unknown address stands at that address.
      const end = real(own.has(address) ? address : endOf(address, 'admin', holds('admin')).end);
      let shown: [before: string, after: string] = ['', ' '];
      // The age of a change may differ by a minute between the two; a page that forgets something differs each time.
      for (let tries = 0; tries < 2 && shown[0] !== shown[1]; tries += 1) {
        await visit(page, real(address), end);
        const before = await text(page);
        await page.reload();
        await settle(page);
        shown = [before, await text(page)];
      }
      const { pathname } = new URL(page.url());
      if (pathname !== end) wrong.push(`${address} ends at ${pathname}, not at ${end}`);
      if (shown[0] !== shown[1]) wrong.push(`${address} shows\n${shown.join('\nand then\n')}`);
      if (!own.has(address)) continue;
      const found = [...(await faultsOf(page)), ...(await faultsInDark(page))];
      wrong.push(...found.map(fault => `${address}: ${fault}`));
    }
    expect(wrong).toEqual([]);
    // Chromium reports violations of the page's policy here.
    expect(printed).toEqual([]);
    await context.close();
  }, 1_200_000);
});
