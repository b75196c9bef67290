import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { choose, windowOf } from '#tests/support/browser.ts';
import { emptied, faultsOf, interfere, ownScreens, watchRussian } from '#tests/support/everyScreen.ts';
import { openProduct } from '#tests/support/openProduct.ts';
import { settle, visit } from '#tests/support/place.ts';
import { realAddresses } from '#tests/support/realAddress.ts';

const { product, browser } = await openProduct();
const real = await realAddresses(product.address);

const states: readonly [name: string, answer?: (route: Route) => unknown][] = [
  ['in English'],
  ['without records', emptied],
  ['whose reads fail', route => route.fulfill({ status: 500, json: { code: 500, message: 'Сбой' } })],
];

describe('Every screen', () => {
  it.each(states)(
    '[U1] [U4] [U8] [U9] [F15] every screen %s passes the checks of access, fits 320 px, does not move, and prints neither a key nor, in English, a Russian word of its own',
    async (name, answer) => {
      const { context, page } = await windowOf(browser, product.address, 'admin', { reducedMotion: 'reduce' });
      const russian = watchRussian(page);
      const isEnglish = name === 'in English';
      if (isEnglish) {
        await choose(page, /^Язык/, 'English');
        // The choice is kept once the catalogue has been loaded.
        await page.locator('html[lang=en]').waitFor();
      }
      if (answer) await interfere(page, answer);
      const wrong: string[] = [];
      for (const address of ownScreens) {
        // In English each screen is loaded anew, so that its Russian words have to come from its own reads.
        if (isEnglish) {
          await page.goto(product.address + real(address));
          await settle(page);
        } else await visit(page, real(address));
        const found = [...(await faultsOf(page)), ...(isEnglish ? await russian() : [])];
        wrong.push(...found.map(fault => `${address}: ${fault}`));
      }
      expect(wrong).toEqual([]);
      await context.close();
    },
  );
});
