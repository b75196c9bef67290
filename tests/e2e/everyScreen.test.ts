import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ru } from '#i18n/ru.ts';
import { faultsOfAccess } from '#tests/support/axe.ts';
import { choose, openBrowser, windowOf } from '#tests/support/browser.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { type RealAddress, realAddresses } from '#tests/support/realAddress.ts';
import { screens } from '#tests/support/screenRights.ts';

let product: Product;
let browser: Browser;
let real: RealAddress;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  real = await realAddresses(product.address);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const isAlias = (address: string): boolean => /\/(edit|accessSettings|nomenclature)\/7$/.test(address);
const own = [...screens.map(([address]) => address).filter(address => !isAlias(address)), '/content/nowhere'];

/** One of each kind: the engine draws the lists of settings alike. */
const unlike = own.filter(address => !/settings\/(cafe|attribute|reference\/unit)|roles/.test(address));

const text = (page: Page): Promise<string> => page.locator('main').innerText();

/** A page once it has drawn what it reads. */
const settle = async (page: Page): Promise<void> => {
  await page.locator('main').first().waitFor();
  await page.waitForLoadState('networkidle');
};

/** What the shell of the application reads; without it there is no page. */
const SHELL = /\/api\/(profile|navigation|language|web-socket\/get-token|notifications)(\?|$)/;

/** Reads of the page itself, in place of the server. */
const interfere = async (page: Page, answer: (route: Route) => unknown): Promise<void> => {
  await page.route('**/api/**', async route => {
    if (route.request().method() !== 'GET' || SHELL.test(route.request().url())) await route.fallback();
    else await answer(route);
  });
};

const emptied = async (route: Route): Promise<void> => {
  // A page that is left takes its requests with it.
  const response = await route.fetch().catch(() => null);
  if (!response) return;
  const type = response.headers()['content-type'] ?? '';
  if (!response.ok() || !type.includes('json')) return route.fulfill({ response }).catch(() => {});
  // The test may have ended in between, which disposes of the response.
  const body = (await response.json().catch(() => null)) as { result: unknown } | null;
  if (!body) return;
  const { result } = body;
  if (Array.isArray(result)) body.result = [];
  else if (typeof result === 'object' && result && 'items' in result) body.result = { ...result, items: [], total: 0 };
  await route.fulfill({ response, json: body }).catch(() => {});
};

const states: readonly [name: string, answer?: (route: Route) => unknown][] = [
  ['as it is'],
  ['in English, without records', emptied],
];

const KEY = new RegExp(`\\b(${Object.keys(ru).join('|')})(\\.\\w+)+`, 'g');
/** Message keys that stand on a page in place of their texts. */
const printedKeys = async (page: Page): Promise<string[]> =>
  (await page.locator('body').innerText()).match(KEY)?.map(key => `the key ${key}`) ?? [];

const surplusWidth = async (page: Page): Promise<number> => {
  await page.setViewportSize({ width: 320, height: 740 });
  const surplus = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await page.setViewportSize({ width: 1440, height: 900 });
  return surplus;
};

/** Between the themes only colours differ. */
const faultsInDark = async (page: Page): Promise<string[]> => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html[data-theme=dark]').waitFor();
  const faults = await faultsOfAccess(page, ['color-contrast', 'link-in-text-block']);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.locator('html[data-theme=light]').waitFor();
  return faults.map(fault => `dark: ${fault}`);
};

const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const longest = (durations: string) => Math.max(...durations.split(',').map(Number.parseFloat));
    const found = [...document.querySelectorAll('body *')].filter(element => {
      const { transitionDuration, animationDuration, animationName } = getComputedStyle(element);
      return longest(transitionDuration) > 0.01 || (animationName !== 'none' && longest(animationDuration) > 0.01);
    });
    return [...new Set(found.map(element => `${element.tagName}.${element.getAttribute('class')}`))];
  });

describe('Every screen', () => {
  it('[R91] [R35] [R37] [R40] [R49] [L2] every screen shows the same after a reload', async () => {
    const { context, page } = await windowOf(browser, product.address, 'admin');
    const wrong: string[] = [];
    for (const address of unlike) {
      let shown: [before: string, after: string] = ['', ' '];
      // A busy machine may pause between two of a page's reads; a page that forgets something differs each time.
      for (let tries = 0; tries < 3 && shown[0] !== shown[1]; tries += 1) {
        await page.goto(product.address + real(address));
        await settle(page);
        const before = await text(page);
        await page.reload();
        await settle(page);
        shown = [before, await text(page)];
      }
      const { pathname } = new URL(page.url());
      if (pathname !== real(address)) wrong.push(`${address} ends at ${pathname}`);
      if (shown[0] !== shown[1]) wrong.push(`${address} shows\n${shown.join('\nand then\n')}`);
    }
    expect(wrong).toEqual([]);
    await context.close();
  }, 300_000);

  it.each(states)(
    '[U1] [U4] [U8] [U9] [F15] every screen %s passes the checks of access, fits 320 px, does not move and prints no key',
    async (name, answer) => {
      const { context, page, complaints } = await windowOf(browser, product.address, 'admin', {
        reducedMotion: 'reduce',
      });
      if (name.startsWith('in English')) await choose(page, /^Язык/, 'English');
      if (answer) await interfere(page, answer);
      const wrong: string[] = [];
      for (const address of answer ? unlike : own) {
        await page.goto(product.address + real(address));
        await (answer ? page.getByRole('heading', { level: 1 }).first().waitFor() : settle(page));
        const surplus = await surplusWidth(page);
        const found = [
          ...(await faultsOfAccess(page)),
          ...(answer ? [] : await faultsInDark(page)),
          ...(surplus > 0 ? [`${surplus} px wider than 320`] : []),
          ...(await moving(page)).map(name => `${name} moves`),
          ...(await printedKeys(page)),
        ];
        wrong.push(...found.map(fault => `${address}: ${fault}`));
      }
      expect(wrong).toEqual([]);
      if (!answer) expect(complaints).toEqual([]);
      await context.close();
    },
    300_000,
  );
});
