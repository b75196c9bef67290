import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOfAccess } from '../support/axe.ts';
import { openBrowser, openWindow, signIn } from '../support/browser.ts';
import { useImageSites } from '../support/imageSite.ts';
import { jpegOf } from '../support/images.ts';
import { type Product, startProduct } from '../support/product.ts';
import { csvOf, fileOf, zipOf } from '../support/tables.ts';

const openSite = useImageSites();

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ IMAGES_NETWORKS: '127.0.0.0/8' }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

describe('§2 The import of a table with images', () => {
  it('[I890] [I894] [I899] a table and a zip become images of products, and the preview says from where', async () => {
    const site = await openSite({ '/red.jpg': await jpegOf('red'), '/blue.jpg': await jpegOf('blue') });
    const table = csvOf([
      ['Артикул', 'Название', 'Фото'],
      ['FOTO-1', 'Чай с фото', `${site.address}/red.jpg, ${site.address}/blue.jpg`],
      ['FOTO-2', 'Кофе с фото', 'кофе.jpg'],
      ['FOTO-3', 'Какао с фото', 'какао.jpg'],
    ]);
    const archive = zipOf([{ name: 'Фото/Кофе.JPG', content: await jpegOf('green') }]);
    const { context, page, complaints } = await openWindow(browser);
    await signIn(page, product.address);
    await page.goto(`${product.address}/content/nomenclature/import`);
    const files = [fileOf(table, 'чай.csv'), fileOf(archive, 'фото.zip')];
    await page.locator('input[name=table]').setInputFiles(files);
    await page
      .getByText('по адресам — 2 (127.0.0.1 — 2); из архива — 1; нет в архиве — 1')
      .waitFor({ timeout: 60_000 });
    await page.getByText('В архиве не нашлись: «какао.jpg»').waitFor();
    expect(site.requests).toEqual([]);
    expect(await faultsOfAccess(page)).toEqual([]);

    const more = zipOf([
      { name: 'Фото/Кофе.JPG', content: await jpegOf('green') },
      { name: 'Фото/какао.jpg', content: await jpegOf('black') },
    ]);
    await page.locator('input[name=archive]').setInputFiles(fileOf(more, 'все.zip'));
    await page.getByText('по адресам — 2 (127.0.0.1 — 2); из архива — 2.').waitFor({ timeout: 60_000 });
    await page.getByText(/Архив «\d+-все\.zip», файлов: 2/).waitFor();
    await page.getByRole('button', { name: 'Импортировать', exact: true }).click();
    await page.getByRole('heading', { name: 'Импорт завершён' }).waitFor({ timeout: 60_000 });
    const counts = await page.locator('dl > div').allInnerTexts();
    expect(counts.map(text => text.replace(/\s+/g, ' '))).toContain('Изображений добавлено 4');

    await page.goto(`${product.address}/content/nomenclature`);
    await page.getByRole('searchbox').fill('FOTO-1');
    await page.getByRole('link', { name: 'Чай с фото' }).click();
    await page.getByRole('link', { name: 'Изображения' }).click();
    await expect
      .poll(() =>
        page
          .getByRole('listitem')
          .filter({ has: page.locator('img') })
          .count(),
      )
      .toBe(2);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
