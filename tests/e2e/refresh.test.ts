import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TOKENS_KEY } from '#providers/session/tokenStore.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { buildHarness, type HarnessTab, openHarness } from '#tests/support/harnessPage.ts';
import { hold } from '#tests/support/hold.ts';
import { type Product, startProduct } from '#tests/support/product.ts';

/** Requests of each tab, all at once. */
const MANY = 67;
/** Milliseconds within which another tab refreshes in place of one that is closed or frozen. */
const GO_ON = 12_000;
const OFFICE = 'office.lan';
const REFRESH = '**/api/auth/token/refresh';

let product: Product;
let browser: Browser;
let code: string;
let context: BrowserContext;
/** Requests for a new pair in the window of the test, and when the last of them was made. */
let refreshes: number;
let refreshedAt: number;

beforeAll(async () => {
  const resolved = `--host-resolver-rules=MAP ${OFFICE} 127.0.0.1`;
  [product, browser, code] = await Promise.all([startProduct(), openBrowser(resolved), buildHarness()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});
beforeEach(async () => {
  context = await browser.newContext({ bypassCSP: true });
  refreshes = 0;
  context.on('request', request => {
    if (!request.url().endsWith('/auth/token/refresh')) return;
    refreshes += 1;
    refreshedAt = performance.now();
  });
});
afterEach(() => context.close());

/** Tabs of one person whose access token has expired. */
const openTabs = async (count: number, address = product.address): Promise<HarnessTab[]> => {
  const tabs: HarnessTab[] = [];
  while (tabs.length < count) tabs.push(await openHarness(context, address, code));
  const [first] = tabs;
  if (!first) throw new Error('no tab was asked for');
  await first.signIn('admin@demo.local');
  await first.page.evaluate(key => {
    const tokens = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
    localStorage.setItem(key, JSON.stringify({ ...tokens, access: 'expired' }));
  }, TOKENS_KEY);
  return tabs;
};
const askAll = (tabs: readonly HarnessTab[]) => Promise.all(tabs.map(tab => tab.ask(MANY)));
const allAnswered = (count: number) => Array.from({ length: count }, () => ({ answered: MANY, isSignedIn: true }));

/** Holds the first refresh after the server has answered it; the rest pass. */
const holdFirstRefresh = async () => {
  const held = hold();
  let take = (_: Page): void => undefined;
  const holder = new Promise<Page>(resolve => {
    take = resolve;
  });
  let isFirst = true;
  await context.route(REFRESH, async (route: Route) => {
    if (!isFirst) return route.fallback();
    isFirst = false;
    const response = await route.fetch();
    take(route.request().frame().page());
    await held.released;
    await route.fulfill({ response }).catch(() => undefined);
  });
  return { holder, release: held.release };
};

describe('§8 Many tabs whose token has expired', () => {
  it.each([3, 10])(
    '[S9] [S10] [N2] %i tabs of 67 requests each refresh once, and every request is answered',
    async count => {
      const tabs = await openTabs(count);
      expect(await askAll(tabs)).toEqual(allAnswered(count));
      expect(refreshes).toBe(1);
    },
  );

  it('[S10] [S27] the tab that refreshes is closed midway: the others go on, and nobody is signed out', async () => {
    const tabs = await openTabs(3);
    const { holder } = await holdFirstRefresh();
    const asked = tabs.map(tab => tab.ask(MANY).catch(() => null));
    const closed = await holder;
    const startedAt = performance.now();
    await closed.close();
    const answers = await Promise.all(asked);
    expect(refreshedAt - startedAt).toBeLessThan(GO_ON);
    expect(answers.filter(answer => answer !== null)).toEqual(allAnswered(2));
    expect(refreshes).toBe(2);
  });

  it('[S10] [S27] the tab that refreshes is frozen midway: the others go on, and so does it once it wakes', async () => {
    const tabs = await openTabs(4);
    const { holder, release } = await holdFirstRefresh();
    const asked = tabs.map(async tab => ({ tab, answer: await tab.ask(MANY) }));
    const frozen = await holder;
    const startedAt = performance.now();
    const cdp = await context.newCDPSession(frozen);
    await cdp.send('Page.setWebLifecycleState', { state: 'frozen' });
    const others = asked.filter((_, index) => tabs[index]?.page !== frozen);
    const answers = await Promise.all(others);
    expect(refreshedAt - startedAt).toBeLessThan(GO_ON);
    expect(answers.map(({ answer }) => answer)).toEqual(allAnswered(3));
    expect(refreshes).toBe(2);

    await cdp.send('Page.setWebLifecycleState', { state: 'active' });
    release();
    expect((await Promise.all(asked)).map(({ answer }) => answer)).toEqual(allAnswered(4));
    expect(await askAll(tabs)).toEqual(allAnswered(4));
    expect(refreshes).toBe(2);
  });

  it('[S11] [S27] the answer of the refresh is lost: nobody is signed out, and the next request is answered', async () => {
    const tabs = await openTabs(3);
    let isFirst = true;
    await context.route(REFRESH, async route => {
      if (!isFirst) return route.fallback();
      isFirst = false;
      await route.fetch();
      await route.abort('connectionreset');
    });
    const answers = await askAll(tabs);
    expect(answers.map(({ isSignedIn }) => isSignedIn)).toEqual([true, true, true]);
    expect(answers.filter(({ answered }) => answered === MANY)).toHaveLength(2);
    await expect.poll(() => askAll(tabs), { timeout: 10_000 }).toEqual(allAnswered(3));
    expect(refreshes).toBe(2);
  });

  it('[T2] [N4] [S14] a refresh that comes back after a sign-out in another tab writes no tokens', async () => {
    const [tab, other] = await openTabs(2);
    const { holder, release } = await holdFirstRefresh();
    const asked = tab?.ask(MANY);
    expect(await holder).toBe(tab?.page);
    await other?.signOut();
    release();
    expect(await asked).toEqual({ answered: 0, isSignedIn: false });
    const kept = () => other?.page.evaluate(() => Object.keys(localStorage).filter(key => key.includes('token')));
    expect(await kept()).toEqual([]);
    expect(await other?.ask(1)).toEqual({ answered: 0, isSignedIn: false });
    expect(await kept()).toEqual([]);
  });

  it('[S10] on plain http under a name, without Web Locks, every request is answered and nobody signed out', async () => {
    const tabs = await openTabs(3, `http://${OFFICE}:${new URL(product.address).port}`);
    expect(await tabs[0]?.hasLocks()).toBe(false);
    expect(await askAll(tabs)).toEqual(allAnswered(3));
    expect(refreshes).toBeLessThanOrEqual(3);
    expect(await askAll(tabs)).toEqual(allAnswered(3));
  });
});
