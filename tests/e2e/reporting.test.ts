import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TOKENS_KEY } from '#providers/session/tokenStore.ts';
import { openBrowser, openWindow, signIn } from '#tests/support/browser.ts';
import { hold } from '#tests/support/hold.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { openReceiver, type Receiver, type ReportedError } from '#tests/support/receiver.ts';

let receiver: Receiver;
let product: Product;
let browser: Browser;
beforeAll(async () => {
  receiver = await openReceiver();
  [product, browser] = await Promise.all([startProduct({ SENTRY_DSN: receiver.dsn }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  receiver?.close();
});
beforeEach(() => void receiver.bodies.splice(0));

const LIST = /\/api\/products\?/;
const SERVICE = /\/assets\/reportService-/;
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJl';
/** What a server at fault might put into its answer. */
const telling = {
  code: 500,
  message: 'Сбой у anna@example.com',
  result: { password: 'hunter-2', refreshToken: { token: 'opaque-1' }, list: [`got ${jwt}`], rest: 'ы'.repeat(20_000) },
};
const failList = (page: Page) =>
  page.route(LIST, route => route.fulfill({ status: 500, json: telling, headers: { 'X-Request-Id': '7K3M-Q9TD' } }));
const secretsOf = async (page: Page): Promise<string[]> => {
  const tokens = await page.evaluate(key => localStorage.getItem(key), TOKENS_KEY);
  const { access, refresh } = JSON.parse(tokens ?? '{}') as { access: string; refresh: string };
  return [access, refresh, 'demo-demo', '@demo.local', 'anna@example.com', 'hunter-2', 'opaque-1', jwt];
};
/** An error that nobody catches. */
const throwIn = (page: Page, text: string) =>
  page.evaluate(message => void setTimeout(() => Promise.reject(new Error(message))), text);
/**
 * Waits until the page has read nothing more for a second and has nothing left to do: its retries are over, and their
 * errors noted. The held script keeps the network busy, so `networkidle` never comes. @returns the page's time then
 */
const idle = async (page: Page, count: () => number): Promise<number> => {
  let before = -1;
  while (before !== count()) {
    before = count();
    await page.waitForTimeout(1000);
  }
  return page.evaluate(() => new Promise(resolve => requestIdleCallback(() => resolve(Date.now()))));
};
const received = (value: string) =>
  expect.poll(() => receiver.errors().map(error => error.value), { timeout: 30_000 }).toContain(value);

describe('§8 The reporter of a page', () => {
  it('[N6] [N30] [N501] [K15] [F17] reports a 500 with its bodies cut, and no token, password or mail leaves', async () => {
    const { page, context } = await openWindow(browser);
    await signIn(page, product.address);
    await failList(page);
    await page.goto(
      `${product.address}/content/nomenclature?filter=${encodeURIComponent('{"search":"anna@example.com"}')}`,
    );
    await page.getByText('Что-то пошло не так.. Обратитесь в поддержку').waitFor();
    await received('GET /products: server 500');
    await page.getByRole('link', { name: 'Каталог моделей' }).click();
    await page.getByRole('heading', { name: 'Каталог моделей' }).waitFor();
    await throwIn(page, 'anna@example.com has hunter-2, password: hunter-2');
    await received('[hidden] has hunter-2, password: [hidden]');

    const { event } = receiver.errors()[0] as ReportedError;
    expect(event).toMatchObject({
      release: '1.49.0',
      contexts: { call: { endpoint: 'GET /products', kind: 'server', status: 500, requestId: '7K3M-Q9TD' } },
    });
    const { bodies } = event['contexts'] as { bodies: { received: string } };
    expect(bodies.received).toMatch(/^\{"code":500,"message":"Сбой у \[hidden\]"/);
    expect(bodies.received).toHaveLength(5120);
    const everything = receiver.bodies.join('\n').replaceAll('has hunter-2', '');
    for (const secret of await secretsOf(page)) expect(everything.includes(secret), secret).toBe(false);
    expect(everything).not.toContain('filter=');
    await context.close();
  });

  it('[N15] ignores errors whose text is 401 or 404', async () => {
    const { page, context } = await openWindow(browser);
    await signIn(page, product.address);
    await throwIn(page, 'first');
    await received('first');
    for (const text of ['401', '404', 'Request failed with status code 404', 'last']) await throwIn(page, text);
    await received('last');
    expect(receiver.errors().map(({ value }) => value)).toEqual(['first', 'last']);
    await context.close();
  });

  it('[N31] keeps what happens before it is loaded, and sends it then', async () => {
    const { page, context } = await openWindow(browser);
    const held = hold();
    let lists = 0;
    await page.route(SERVICE, async route => {
      await held.released;
      await route.fallback();
    });
    await signIn(page, product.address);
    await failList(page);
    page.on('requestfinished', request => void (LIST.test(request.url()) && (lists += 1)));
    const asked = page.waitForRequest(SERVICE);
    await page.goto(`${product.address}/content/nomenclature`);
    await page.getByText('Что-то пошло не так.. Обратитесь в поддержку').waitFor();
    await throwIn(page, 'early');
    // Asked for by its screen, and once more since it failed: what fails later is reported later.
    await expect.poll(() => lists).toBeGreaterThanOrEqual(2);
    await asked;
    expect(receiver.bodies).toEqual([]);
    await page.getByText('Что-то пошло не так.. Обратитесь в поддержку').waitFor();
    const before = await idle(page, () => lists);
    held.release();
    await received('GET /products: server 500');
    await received('early');
    const times = receiver.errors().map(({ event }) => Number(event['timestamp']) * 1000);
    for (const time of times) expect(time).toBeLessThanOrEqual(before);
    await context.close();
  });

  it('[N6] [N30] reports a 500 of the sign-in page, which loads it for that alone', async () => {
    const { page, context } = await openWindow(browser);
    const asked: string[] = [];
    page.on('request', request => {
      if (SERVICE.test(request.url())) asked.push(request.url());
    });
    await page.route('**/api/auth/login', route => route.fulfill({ status: 500, json: telling }));
    await page.goto(`${product.address}/login`);
    await page.getByLabel('Электронная почта').fill('admin@demo.local');
    await page.getByLabel('Пароль', { exact: true }).fill('demo-demo');
    expect(asked).toEqual([]);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('alert').textContent()).toBe('Что-то пошло не так.. Обратитесь в поддержку');
    await received('POST /auth/login: server 500');
    for (const secret of ['demo-demo', 'admin@demo', 'hunter-2', 'opaque-1', jwt])
      expect(receiver.bodies.join('\n').includes(secret), secret).toBe(false);
    await context.close();
  });

  it.each([
    [0.49, true],
    [0.51, false],
  ])('[K14] a visit that draws %d is traced: %s', async (drawn, isTraced) => {
    const { page, context } = await openWindow(browser);
    await page.addInitScript(value => {
      Math.random = () => value;
    }, drawn);
    const isTrace = () => receiver.items().some(({ type }) => type === 'transaction' || type === 'span');
    await signIn(page, product.address);
    await throwIn(page, 'loaded');
    await received('loaded');
    await page.getByRole('link', { name: 'Каталог моделей' }).click();
    await page.getByRole('heading', { name: 'Каталог моделей' }).waitFor();
    // What was traced is sent when the page goes.
    await page.goto('about:blank');
    if (isTraced) {
      await expect.poll(isTrace, { timeout: 30_000 }).toBe(true);
      expect(receiver.bodies.join('\n')).toMatch(/"sample_rate":"?0\.5/);
    } else {
      await expect.poll(() => receiver.items().some(({ type }) => type === 'session')).toBe(true);
      expect(isTrace()).toBe(false);
    }
    await context.close();
  });

  it('[H21] [H18] the policy of the pages allows exactly its address', async () => {
    const answer = await fetch(`${product.address}/content`);
    const policy = answer.headers.get('Content-Security-Policy') ?? '';
    expect(/connect-src ([^;]+)/.exec(policy)?.[1]).toBe(`'self' ${receiver.envelopes}`);
    const { page, context } = await openWindow(browser);
    await page.goto(`${product.address}/login`);
    const reach = (url: string) =>
      page.evaluate(
        address =>
          fetch(address, { method: 'POST' }).then(
            () => 'reached',
            () => 'refused',
          ),
        url,
      );
    expect(await reach(`${receiver.envelopes}?x=1`)).toBe('reached');
    expect(await reach(receiver.envelopes.replace('/42/', '/43/'))).toBe('refused');
    await context.close();
  });
});
