import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBrowser, openWindow, signIn } from '#tests/support/browser.ts';
import { copyBuild, type Deployment } from '#tests/support/deployment.ts';
import { hold } from '#tests/support/hold.ts';
import { type Product, startProduct } from '#tests/support/product.ts';

let deployment: Deployment;
let product: Product;
let browser: Browser;
beforeAll(async () => {
  deployment = copyBuild();
  [product, browser] = await Promise.all([startProduct({}, deployment.folder), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  deployment?.remove();
});

let context: BrowserContext;
let page: Page;
/** The addresses of the documents that were loaded. */
let documents: string[];
beforeEach(async () => {
  ({ page, context } = await openWindow(browser));
  documents = [];
  page.on('request', request => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
});
afterEach(() => context.close());

const menu = (name: string) => page.getByRole('navigation', { name: 'Меню' }).getByRole('link', { name });
const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const name = () => page.getByRole('textbox', { name: /^Название/ });
/** Signs in, with all that is on the screen there: a part that is on its way would be a reason to move by itself. */
const openTab = async (): Promise<void> => {
  await signIn(page, product.address);
  await page.getByRole('row').nth(1).waitFor();
  await page.locator('header [role=combobox]').waitFor();
  documents.length = 0;
};
/** Answers 404 for a part, in this build and in every other. */
const lose = (part: string) => context.route(new RegExp(`/assets/${part}-`), route => route.fulfill({ status: 404 }));
const partFailed = () => page.getByRole('alert').filter({ hasText: 'Эта часть приложения не загрузилась' });

describe('After a deployment', () => {
  it('[H22] an old tab goes on in the new build, at the requested address, by one document', async () => {
    await openTab();
    deployment.deploy();
    await menu('Импорт').click();
    await heading('Импорт номенклатуры').waitFor();
    await menu('Главная').click();
    await heading('Здравствуйте').waitFor();
    expect(documents).toEqual(['/content/nomenclature/import']);
  });

  it('[H22] a form with unsaved input in an old tab asks for confirmation, stays as it was, and can be saved', async () => {
    await openTab();
    await page.getByRole('link', { name: 'Создать' }).first().click();
    await heading('Новый товар').waitFor();
    await name().fill('Набрано до выхода новой версии');
    deployment.deploy();
    await menu('Импорт').click();
    const question = page.getByRole('dialog', { name: 'Уйти без сохранения?' });
    await question.getByRole('button', { name: 'Остаться' }).click();
    expect(await name().inputValue()).toBe('Набрано до выхода новой версии');
    expect(documents).toEqual([]);
    await page.getByRole('main').getByRole('button', { name: 'Создать' }).click();
    await heading('Набрано до выхода новой версии').waitFor();
    // The editor may have come with the list, and then is the old build's still.
    await menu('Импорт').click();
    await heading('Импорт номенклатуры').waitFor();
    expect(documents).toHaveLength(1);
  });

  it('[H22] a sign-in page of the old build leads into the new one', async () => {
    await page.goto(`${product.address}/content/catalog`);
    await page.waitForURL('**/login');
    deployment.deploy();
    await page.getByLabel('Электронная почта').fill('admin@demo.local');
    await page.getByLabel('Пароль', { exact: true }).fill('demo-demo');
    await page.getByRole('button', { name: 'Войти' }).click();
    await heading('Каталог моделей').waitFor();
    await page.waitForURL('**/content/catalog');
  });

  it('[K9] while a part is on its way the page before stays, and shows that the next one is loading', async () => {
    await openTab();
    const part = hold();
    await context.route(/\/assets\/ImportPage-/, async route => {
      await part.released;
      await route.continue();
    });
    await menu('Импорт').click();
    const loading = page.getByRole('progressbar', { name: 'Загружаем' });
    await loading.waitFor();
    await heading('Номенклатура').waitFor();
    part.release();
    await heading('Импорт номенклатуры').waitFor();
    await loading.waitFor({ state: 'detached' });
    expect(documents).toEqual([]);
  });

  it('[K9] [H22] a part that is missing in the new build too is requested by one more document, not by a loop', async () => {
    await openTab();
    await lose('ImportPage');
    await menu('Импорт').click();
    await partFailed().waitFor();
    expect(documents).toEqual(['/content/nomenclature/import']);
    await context.unroute(/\/assets\/ImportPage-/);
    await partFailed().getByRole('button', { name: 'Повторить' }).click();
    await heading('Импорт номенклатуры').waitFor();
    // A browser that keeps the refusal needs a document more.
    expect(documents.length).toBeLessThanOrEqual(2);
  });

  it('[K9] [H22] without a network the page stays and shows an error, and goes on when the network is back', async () => {
    await openTab();
    await context.setOffline(true);
    await menu('Импорт').click();
    await partFailed().waitFor();
    expect(documents).toEqual([]);
    await context.setOffline(false);
    await partFailed().getByRole('button', { name: 'Повторить' }).click();
    await heading('Импорт номенклатуры').waitFor();
  });

  it('[H22] a page whose application is missing is requested once more, and is never blank', async () => {
    await openTab();
    await lose('application');
    await page.goto(`${product.address}/content/catalog`);
    const failed = page.getByRole('alert').filter({ hasText: 'Не удалось открыть приложение' });
    await failed.waitFor();
    expect(documents).toEqual(['/content/catalog', '/content/catalog']);
    await lose('failure');
    await page.reload();
    await failed.waitFor();
    await context.unrouteAll();
    await page.reload();
    await heading('Каталог моделей').waitFor();
  });

  it('[H22] a page none of whose scripts comes shows an error after a while, and not before', async () => {
    await openTab();
    await context.route(/\.js$/, route => route.abort());
    await page.goto(`${product.address}/content/catalog`);
    const late = page.getByText('Не удалось открыть приложение');
    await late.waitFor({ state: 'attached' });
    expect(await late.isVisible()).toBe(false);
    await page.evaluate(() => {
      for (const waiting of document.getAnimations()) waiting.finish();
    });
    await late.waitFor({ state: 'visible' });
  });
});
