import type { Browser, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openWindow, signIn } from '#tests/support/browser.ts';
import { type Product, startProduct } from '#tests/support/product.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${product.address}${path}`, { headers });
const filesOf = (html: string): string[] =>
  [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');

describe('What the server delivers', () => {
  it('[H15] files of the application come compressed and stay in the cache for ever', async () => {
    const files = filesOf(await (await get('/login')).text());
    expect(files).not.toHaveLength(0);
    for (const file of files) {
      const { headers, status } = await get(file, { 'Accept-Encoding': 'br' });
      expect(status, file).toBe(200);
      expect(headers.get('cache-control'), file).toContain('immutable');
      const plain = await (await get(file, { 'Accept-Encoding': 'identity' })).arrayBuffer();
      if (plain.byteLength >= 2048) expect(headers.get('content-encoding'), file).toBe('br');
    }
  });

  it('[H15] a page is never stale, and an unknown file is not a page', async () => {
    for (const path of ['/', '/login', '/content/nomenclature']) {
      const { headers } = await get(path);
      expect(headers.get('cache-control'), path).toMatch(/no-cache|no-store/);
      expect(headers.get('content-type'), path).toContain('text/html');
    }
    expect((await get('/assets/nothing-0123.js')).status).toBe(404);
  });

  it('[H151] the file of the application asks the browser to compile all of it as it arrives', async () => {
    const file = filesOf(await (await get('/content/nomenclature')).text()).find(path =>
      path.includes('/application-'),
    );
    const script = await (await get(file ?? '', { 'Accept-Encoding': 'br' })).text();
    expect(script.split('\n', 1)).toEqual(['//# allFunctionsCalledOnLoad']);
  });

  it('[H150] a page behind sign-in lists the files of the application, and a public page does not', async () => {
    const ofPublicPage = filesOf(await (await get('/login')).text());
    const html = await (await get('/content/nomenclature')).text();
    const more = filesOf(html).filter(file => !ofPublicPage.includes(file));
    expect(more).toEqual(expect.arrayContaining([expect.stringMatching(/^\/assets\/application-.*\.js$/)]));
    for (const file of more) expect((await get(file)).status, file).toBe(200);
    const { page, context, complaints } = await openWindow(browser);
    await signIn(page, product.address);
    // Every request is made anew: with a route, the browser uses no cache.
    await page.route('**', route => route.continue());
    const requests: Request[] = [];
    page.on('requestfinished', request => requests.push(request));
    await page.reload();
    await page.getByRole('main').waitFor();
    const timingOf = (file: string) => {
      const request = requests.find(one => new URL(one.url()).pathname.startsWith(`/assets/${file}-`));
      if (!request) throw new Error(`${file} was not requested`);
      return request.timing();
    };
    const boot = timingOf('boot');
    expect(timingOf('application').startTime).toBeLessThan(boot.startTime + boot.responseEnd);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('[H16] [T653] answers forbid framing, sniffing and telling others where one was', async () => {
    for (const path of ['/login', '/api/health', '/content']) {
      const { headers } = await get(path);
      expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('referrer-policy'), path).toBe('no-referrer');
      expect(headers.get('strict-transport-security'), path).toBeNull();
    }
  });

  it('[U12] the product has a favicon', async () => {
    const html = await (await get('/login')).text();
    const icon = /rel="icon" href="([^"]+)"/.exec(html)?.[1] ?? '';
    const answer = await get(icon);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('svg');
  });

  it('[U10] nothing is loaded from elsewhere, and no page complains', async () => {
    const { context, page, complaints } = await openWindow(browser);
    const elsewhere: string[] = [];
    page.on('request', request => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(product.address))
        elsewhere.push(request.url());
    });
    await signIn(page, product.address);
    await page.getByText('Номенклатура').first().waitFor();
    await page.waitForLoadState('networkidle');
    for (const path of ['nomenclature/1/images', 'categories', 'history', 'settings']) {
      await page.goto(`${product.address}/content/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
    }
    expect(elsewhere).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
