import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, windowOf } from '#tests/support/browser.ts';
import { type Call, callerOf } from '#tests/support/calls.ts';
import { hold } from '#tests/support/hold.ts';
import { type Product, startProduct } from '#tests/support/product.ts';

let product: Product;
let browser: Browser;
let call: Call;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  call = await callerOf(product.address, 'admin');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const field = (page: Page) => page.getByRole('combobox', { name: 'Найти товар или модель' });
const options = (page: Page) => page.getByRole('listbox').getByRole('option');

/** Keeps the answers of the search back, as a slow network does. */
const slowed = async (page: Page, isSlow: (query: string) => boolean) => {
  const answers = hold();
  await page.route('**/api/search?*', async route => {
    if (isSlow(new URL(route.request().url()).searchParams.get('query') ?? '')) await answers.released;
    // The page may have given the request up.
    await route.continue().catch(() => undefined);
  });
  return answers;
};

describe('A barcode scanner', () => {
  it('[L420] [L421] [L422] opens the product when its answer comes, on the tab used last', async () => {
    const { items } = await call<{ items: { id: number; name: string; barcode: string }[] }>(
      'GET',
      '/products?per_page=5',
    );
    const [seen, scanned] = items;
    const { page, context, complaints } = await windowOf(browser, product.address, 'admin');
    await page.goto(`${product.address}/content/nomenclature/${seen?.id}/price`);
    await page.getByRole('heading', { name: seen?.name ?? '' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type(scanned?.barcode.slice(0, 1) ?? '');
    await options(page).first().waitFor();
    const answers = await slowed(page, query => query.length > 1);
    await page.keyboard.type(scanned?.barcode.slice(1) ?? '');
    await page.keyboard.press('Enter');
    await page.getByText('Загружаем').last().waitFor();
    expect(await options(page).count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe(`/content/nomenclature/${seen?.id}/price`);
    answers.release();
    await page.waitForURL(`**/content/nomenclature/${scanned?.id}/price`);
    await page.getByRole('heading', { name: scanned?.name ?? '' }).waitFor();
    expect(await field(page).inputValue()).toBe('');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('[L420] whoever has typed on or moved elsewhere is not taken to the record', async () => {
    const { items } = await call<{ items: { id: number; barcode: string }[] }>('GET', '/products?per_page=1');
    const barcode = items[0]?.barcode ?? '';
    const { page, context } = await windowOf(browser, product.address, 'admin');
    const answers = await slowed(page, query => query === barcode);
    const { pathname } = new URL(page.url());
    await field(page).fill(barcode);
    await page.keyboard.press('Enter');
    await page.getByText('Загружаем').last().waitFor();
    await page.keyboard.press('Tab');
    const answered = page.waitForResponse(response => response.url().includes(`query=${barcode}`));
    answers.release();
    await answered;
    await field(page).focus();
    await page.keyboard.press('ArrowDown');
    await options(page).first().waitFor();
    expect(new URL(page.url()).pathname).toBe(pathname);
    await context.close();
  });

  it('[L420] several exact codes move the keyboard to the list', async () => {
    const code = 'TWIN-1';
    await call('POST', '/products', { name: 'Близнец', sku: code });
    const { id } = await call<{ id: number }>('POST', '/models', { name: 'Близнец', code });
    await call('POST', '/products', { name: 'Похожий', sku: `${code}-2` });
    const { page, context } = await windowOf(browser, product.address, 'admin');
    await field(page).fill(code);
    await page.keyboard.press('Enter');
    await expect.poll(() => field(page).getAttribute('aria-activedescendant')).toMatch(/-option-0$/);
    expect(await options(page).count()).toBe(3);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/content/catalog/${id}/*`);
    await context.close();
  });
});
