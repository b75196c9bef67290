import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ImportRun } from '#contract/importing.ts';
import { faultsOfAccess } from '../support/axe.ts';
import { heading, openWindow, signIn } from '../support/browser.ts';
import { largeTable } from '../support/largeTable.ts';
import { openProduct } from '../support/openProduct.ts';
import { resultOf, signInByCall } from '../support/product.ts';

/** The demonstration's first product, by the seed. */
const LATTE = { id: 115, name: 'Айс-латте 0,3 л', barcode: '4695370007924' };
const SAMPLE = join(process.cwd(), 'docs/sample/nomenclature.xlsx');
const COUNTS = { Новых: '60', Изменено: '160', 'Без изменений': '68', 'С ошибками': '12' };

const { product, browser } = await openProduct();

const search = (page: Page, text: string) => page.getByRole('searchbox').fill(text);
const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });

/** Starts the import of a chosen table without waiting for what it would do. */
const atOnce = (page: Page) => page.getByRole('button', { name: /^Импортировать( без проверки)?$/ }).click();

const PERCENT = /^Импортируем\s[1-9]\d?\s%$/;
const KEPT = /^Импорт остановлен\. Записанное осталось: новых (\d+), изменённых 0; остальные строки не читались$/;
/** What the header says of a running import. */
const markOf = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Импортируем/ });
/** How far the run on the page is. */
const reached = async (page: Page) => Number(await page.getByRole('progressbar').getAttribute('aria-valuenow'));

describe('§1 The main job of a manager', () => {
  it('[F1] [F13] [L19] [R4] a manager signs in, finds a product by barcode, edits it, and a second window shows it', async () => {
    const first = await openWindow(browser);
    const second = await openWindow(browser);
    await first.page.goto(`${product.address}/content/nomenclature?page=1&perPage=25`);
    await first.page.waitForURL('**/login');
    await signIn(second.page, product.address, 'product_manager');
    await first.page.fill('input[type=email]', 'admin@demo.local');
    await first.page.fill('input[type=password]', 'demo-demo');
    await first.page.keyboard.press('Enter');
    await first.page.waitForURL('**/content/nomenclature?page=1&perPage=25');

    await search(second.page, LATTE.barcode);
    await rowOf(second.page, LATTE.name).waitFor();
    await search(first.page, LATTE.barcode);
    await rowOf(first.page, LATTE.name).waitFor();
    await expect.poll(() => first.page.getByRole('row').count()).toBe(2);
    await rowOf(first.page, LATTE.name).getByRole('link').click();
    await first.page.waitForURL(`**/content/nomenclature/${LATTE.id}/settings`);
    await first.page.getByLabel('Вес, кг').fill('0,345');
    await first.page.keyboard.press('Control+s');
    await first.page.getByText('Сохранено', { exact: true }).waitFor();

    await rowOf(second.page, LATTE.name).getByText('0,345').waitFor();
    expect([...first.complaints, ...second.complaints]).toEqual([]);
    await first.context.close();
    await second.context.close();
  });

  it('[F11] [I23] [R68] [I4] [I8] [V5] the sample table is imported with progress and a log that survive a reload', async () => {
    const { context, page, complaints } = await openWindow(browser);
    await signIn(page, product.address);
    await page.getByRole('main').getByRole('link', { name: 'Импорт', exact: true }).click();
    await page.locator('input[name=table]').setInputFiles(SAMPLE);
    await page.getByRole('heading', { name: 'Что сделает импорт' }).waitFor({ timeout: 60_000 });
    expect(await faultsOfAccess(page)).toEqual([]);
    await page.getByRole('button', { name: 'Импортировать', exact: true }).click();
    await page.getByRole('heading', { name: 'Импорт завершён' }).waitFor({ timeout: 60_000 });
    for (const [label, count] of Object.entries(COUNTS))
      await page.locator('dl > div').filter({ hasText: label }).getByText(count, { exact: true }).waitFor();
    await page.getByRole('log').getByText('строка 301').first().waitFor();

    await page.reload();
    await page.getByRole('row').filter({ hasText: 'nomenclature.xlsx' }).getByRole('link').click();
    await page.getByRole('heading', { name: 'Импорт завершён' }).waitFor();

    await page.getByRole('link', { name: 'К номенклатуре' }).click();
    await expect.poll(() => page.getByText(/^2\s122 товара$/).count()).toBe(1);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('[I8] [I9] [T13] [T20] [N18] during an import a reload, another page and a second tab show it, and cancelling shows what was kept', async () => {
    const { context, page } = await openWindow(browser);
    await signIn(page, product.address);
    await page.goto(`${product.address}/content/nomenclature/import`);
    await page.locator('input[name=table]').setInputFiles(await largeTable(100_000));
    await atOnce(page);
    await page.getByRole('heading', { name: 'Импортируем' }).waitFor({ timeout: 60_000 });
    await expect.poll(() => reached(page)).toBeGreaterThan(0);
    const second = await context.newPage();
    await second.goto(`${product.address}/content/matrices`);
    await expect.poll(() => markOf(second).innerText()).toMatch(PERCENT);
    await expect.poll(() => second.title()).toMatch(/ — [1-9]\d?\s% · /);

    const before = await reached(page);
    await page.reload();
    await page.getByRole('heading', { name: 'Импортируем' }).waitFor();
    expect(await reached(page)).toBeGreaterThanOrEqual(before);
    await page
      .getByRole('log')
      .getByText(/^Строки /)
      .first()
      .waitFor();

    await second.bringToFront();
    await markOf(second).click();
    await second.getByRole('heading', { name: 'Импортируем' }).waitFor();
    expect(await reached(second)).toBeGreaterThanOrEqual(before);
    await second.getByRole('button', { name: 'Отменить импорт' }).click();
    await second.getByRole('dialog').getByRole('button', { name: 'Отменить импорт' }).click();
    const notice = second.locator('[data-notice]').getByText(KEPT);
    const kept = Number(KEPT.exec(await notice.innerText())?.[1]);
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(100_000);
    for (const tab of [page, second]) {
      await tab.getByRole('heading', { name: 'Импорт отменён' }).waitFor();
      await tab.getByRole('log').getByText(KEPT).waitFor();
      await expect.poll(() => markOf(tab).count()).toBe(0);
      await expect.poll(() => tab.title()).not.toContain('%');
    }
    await page.getByRole('link', { name: 'К номенклатуре' }).click();
    await heading(page, 'Номенклатура').waitFor();
    await search(page, 'Товар для проверки');
    const found = async () => Number((await page.getByText(/^[\d\s]+ товар/).innerText()).replace(/\D/g, ''));
    await expect.poll(found).toBe(kept);
    await context.close();
  });

  it('[I12] [I830] after a kill in the middle of an import the open page sees it go on to its end, with no row twice', async () => {
    const { context, page } = await openWindow(browser);
    await signIn(page, product.address);
    await page.goto(`${product.address}/content/nomenclature/import`);
    await page.locator('input[name=table]').setInputFiles(await largeTable(12_000));
    await atOnce(page);
    await page.getByRole('heading', { name: 'Импортируем' }).waitFor({ timeout: 60_000 });
    await product.crash();
    await page.getByRole('heading', { name: 'Импорт завершён' }).waitFor({ timeout: 120_000 });
    // The log draws only the lines in view, and a quick run has scrolled this one away before the page reconnects.
    await page.getByRole('searchbox', { name: 'Найти в журнале' }).fill('импорт продолжается');
    await page.getByText(/^Сервер перезапустился, импорт продолжается со строки/).waitFor();
    const token = await signInByCall(product.address);
    const path = '/products/import/nomenclature/runs';
    const { items } = await resultOf<{ items: ImportRun[] }>(product.address, token, path);
    const { new: made = 0, changed, unchanged = 0, faulty } = items[0]?.counts ?? {};
    // The rows that the cancelled run before has kept are unchanged.
    expect([made + unchanged, changed, faulty]).toEqual([12_000, 0, 0]);
    await page.getByRole('button', { name: 'Импортировать ещё' }).click();
    await page.locator('input[name=table]').setInputFiles(SAMPLE);
    await atOnce(page);
    await page.getByRole('heading', { name: 'Импорт завершён' }).waitFor({ timeout: 60_000 });
    await context.close();
  });
});
