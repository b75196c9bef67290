import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { choose, openWindow, signIn } from '#tests/support/browser.ts';
import { openProduct } from '#tests/support/openProduct.ts';

const { product, browser } = await openProduct();

/** A window whose pages tell of each violation of their policy. */
const openWatched = async (): Promise<{ page: Page; context: BrowserContext; faults: string[] }> => {
  const { context, page, complaints: faults } = await openWindow(browser);
  await context.exposeFunction('tellOfViolation', (text: string) => void faults.push(text));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', event => {
      const { violatedDirective, blockedURI, sourceFile, lineNumber, sample } = event;
      const text = `${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber} ${sample}`;
      (globalThis as unknown as { tellOfViolation: (text: string) => void }).tellOfViolation(text);
    });
  });
  return { page, context, faults };
};
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first().waitFor();

describe('The policy of the pages', () => {
  it('[H18] [H16] each answer has a nonce of its own and nothing unsafe', async () => {
    const nonces = new Set<string>();
    for (const path of ['/login', '/restore', '/reset-password', '/', '/content', '/nowhere', '/index.html']) {
      const answer = await fetch(`${product.address}${path}`, { headers: { 'Accept-Encoding': 'br' } });
      const policy = answer.headers.get('content-security-policy') ?? '';
      const [, nonce = ''] = /script-src 'nonce-([^']{20,})'/.exec(policy) ?? [];
      nonces.add(nonce);
      expect(policy, path).not.toMatch(/unsafe|\*/);
      expect(policy, path).toContain("default-src 'none'");
      expect(policy, path).toContain("require-trusted-types-for 'script'");
      expect(policy, path).toContain("frame-ancestors 'none'");
      expect(answer.headers.get('referrer-policy'), path).toBe('no-referrer');
      const html = await answer.text();
      const named = [...html.matchAll(/nonce="([^"]*)"/g)].map(([, value]) => value);
      expect(new Set(named), path).toEqual(new Set([nonce]));
      expect(html.match(/<(script|style)(?![^>]*nonce=)/g), path).toBeNull();
    }
    expect(nonces.size).toBe(7);
  });

  it('[H18] no public page violates it, nor the way from it into the application', async () => {
    const { page, context, faults } = await openWatched();
    for (const path of ['/login', '/restore', '/reset-password?token=x']) {
      await page.goto(`${product.address}${path}`);
      await page.locator('form input').first().waitFor();
    }
    await signIn(page, product.address);
    await page.getByRole('row').nth(1).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('[H18] nor does what people do on them', async () => {
    const { page, context, faults } = await openWatched();
    await signIn(page, product.address);
    await page.getByRole('row').nth(1).waitFor();
    await page.getByRole('searchbox', { name: 'Найти' }).fill('кофе');
    await page.keyboard.press('Escape');
    await choose(page, /^Тема/, 'Тёмная');
    await page.goto(`${product.address}/content/nomenclature/new`);
    await page.getByRole('combobox', { name: 'Бренд' }).waitFor();
    const boxes = await page.getByRole('combobox').all();
    expect(boxes.length).toBeGreaterThan(2);
    for (const box of boxes) {
      await box.click();
      await page.keyboard.press('Escape');
    }
    await page.getByRole('link', { name: 'Импорт' }).first().click();
    await heading(page);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('[H18] what a page was not served with does not run, nor what is made of text', async () => {
    const { page, context, faults } = await openWatched();
    const taking = "document.title = 'taken'";
    await page.route('**/login', async route => {
      const answer = await route.fetch();
      const strange = `<script>${taking}</script><style>form { display: none }</style><img src="x" onerror="${taking}">`;
      await route.fulfill({ response: answer, body: (await answer.text()).replace('</body>', `${strange}</body>`) });
    });
    await page.goto(`${product.address}/login`);
    await page.evaluate(text => {
      const attempts = [
        () => (document.body.innerHTML = `<img src="x" onerror="${text}">`),
        () => document.body.setAttribute('onclick', text),
        () => document.head.appendChild(document.createElement('script')).append(text),
      ];
      for (const attempt of attempts)
        try {
          attempt();
        } catch {
          // Trusted Types: text becomes neither markup nor script.
        }
    }, taking);
    const directives = ['script-src-elem inline', 'style-src-elem inline', 'script-src-attr inline'];
    for (const directive of directives) await expect.poll(() => faults.join('\n')).toContain(directive);
    const sinks = () => faults.filter(fault => fault.startsWith('require-trusted-types-for'));
    await expect.poll(sinks).toHaveLength(3);
    expect(await page.title()).not.toBe('taken');
    await page.locator('form').waitFor();
    await context.close();
  });
});

describe('After a new build', () => {
  it('[H20] a file of an older one is 404, kept by nobody, and never a page', async () => {
    for (const file of ['/assets/ListScreen-0ld0ld0.js', '/assets/ListScreen-0ld0ld0.css', '/assets/']) {
      const { status, headers } = await fetch(`${product.address}${file}`, { headers: { Accept: '*/*' } });
      expect([file, status]).toEqual([file, 404]);
      expect(headers.get('Cache-Control')).toBe('no-store');
      expect(headers.get('Content-Type')).not.toContain('html');
    }
  });
});
