import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { faultsOfAccess } from '../support/axe.ts';
import { openWindow, signIn } from '../support/browser.ts';
import { openProduct } from '../support/openProduct.ts';
import { pressUntil } from '../support/pressUntil.ts';

const { product, browser } = await openProduct();

const photograph = async (name: string, background: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1200, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});
const names = async (page: Page) =>
  (await page.getByRole('button', { name: /^Открыть: / }).evaluateAll(cards => cards.map(card => card.ariaLabel)))?.map(
    label => label?.replace('Открыть: ', ''),
  );
const isDrawn = (page: Page, selector: string) =>
  page.locator(selector).evaluate(image => (image as HTMLImageElement).naturalWidth > 0);
/** How many products the list says there are. */
const countOf = async (page: Page): Promise<number> =>
  Number((await page.getByText(/^[\d\s]+ товар/).textContent())?.replace(/\D/g, ''));
/** Asks for the products without images, and waits until the rows are those. */
const showWithoutImages = async (page: Page): Promise<void> => {
  const all = await countOf(page);
  await page.getByRole('button', { name: 'Без изображений' }).click();
  await expect.poll(() => countOf(page), { timeout: 60_000 }).toBeLessThan(all);
};

describe('Contract 3: images in a browser', () => {
  it('[G18] [G21] [G23] [G24] [G25] [G26] [G15] a photographer fills a product, and a second window shows each step', async () => {
    const first = await openWindow(browser);
    const second = await openWindow(browser);
    await signIn(first.page, product.address, 'photographer');
    await showWithoutImages(first.page);
    await first.page.locator('[data-row-link]').first().click();
    await first.page.waitForURL('**/images');
    await first.page.getByRole('heading', { name: 'Изображений пока нет' }).waitFor();
    await signIn(second.page, product.address);
    await second.page.goto(first.page.url());
    await second.page.getByRole('heading', { name: 'Изображений пока нет' }).waitFor();

    await first.page
      .locator('input[type=file][multiple]')
      .setInputFiles([await photograph('красный.jpg', '#c33'), await photograph('синий.jpg', '#33c')]);
    for (const { page } of [first, second]) {
      await expect.poll(() => names(page), { timeout: 60_000 }).toEqual(['красный.jpg', 'синий.jpg']);
      await expect.poll(() => isDrawn(page, 'header img[src*="/small.webp"]'), { timeout: 60_000 }).toBe(true);
    }

    await first.page.getByRole('button', { name: 'Переместить: красный.jpg' }).focus();
    await first.page.keyboard.press('Space');
    await first.page.getByText('Изображение красный.jpg взято, место 1 из 2.').waitFor({ state: 'attached' });
    await pressUntil(first.page, 'ArrowRight', 'Изображение красный.jpg: место 2 из 2.');
    await first.page.keyboard.press('Space');
    for (const { page } of [first, second])
      await expect.poll(() => names(page), { timeout: 60_000 }).toEqual(['синий.jpg', 'красный.jpg']);

    const pictureBefore = await second.page.locator('header img[src*="/small.webp"]').getAttribute('src');
    await first.page.getByRole('button', { name: 'Действия: синий.jpg' }).click();
    await first.page.getByRole('menuitem', { name: 'Сделать главным' }).click();
    const headerPicture = () => second.page.locator('header img[src*="/small.webp"]').getAttribute('src');
    await expect.poll(headerPicture, { timeout: 60_000 }).not.toBe(pictureBefore);

    await product.crash();
    await second.page.reload();
    await expect.poll(() => names(second.page), { timeout: 60_000 }).toEqual(['синий.jpg', 'красный.jpg']);

    await first.page.getByRole('button', { name: 'Действия: красный.jpg' }).click();
    await first.page.getByRole('menuitem', { name: 'Удалить' }).click();
    await first.page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
    for (const { page } of [first, second])
      await expect.poll(() => names(page), { timeout: 60_000 }).toEqual(['синий.jpg']);
    expect([...first.complaints, ...second.complaints].filter(text => !text.includes('socket.io'))).toEqual([]);
    await first.context.close();
    await second.context.close();
  });

  it('[G27] a photographer works through the products without images and meets nothing else', async () => {
    const { page, context, complaints } = await openWindow(browser);
    const refused: string[] = [];
    page.on('response', response => {
      if (response.status() === 403) refused.push(response.url());
    });
    await signIn(page, product.address, 'photographer');
    await showWithoutImages(page);
    const before = await countOf(page);
    await page.locator('[data-row-link]').first().click();
    for (let done = 1; done <= 3; done += 1) {
      await page.getByText(new RegExp(`^${done} из `)).waitFor();
      await page.getByRole('heading', { name: 'Изображений пока нет' }).waitFor();
      await page.locator('input[type=file][multiple]').setInputFiles([await photograph(`${done}.jpg`, `#${done}39`)]);
      await expect.poll(() => names(page), { timeout: 60_000 }).toEqual([`${done}.jpg`]);
      await page.keyboard.press('Control+Enter');
    }
    await page.getByText(/^4 из /).waitFor();
    await page.getByRole('link', { name: 'Номенклатура' }).first().click();
    await expect.poll(() => countOf(page), { timeout: 60_000 }).toBe(before - 3);
    expect(refused).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('[G21] [G22] [U3] [U4] [U8] images are drawn into another order by the mouse; the tab and the view are sound, on a phone too', async () => {
    const { page, context, complaints } = await openWindow(browser);
    await signIn(page, product.address, 'photographer');
    await page.goto(`${product.address}/content/catalog?filter=${encodeURIComponent('{"picture_empty":true}')}`);
    await page.locator('[data-row-link]').first().click();
    await page
      .locator('input[type=file][multiple]')
      .setInputFiles(
        await Promise.all([photograph('а.jpg', '#c33'), photograph('б.jpg', '#3c3'), photograph('в.jpg', '#33c')]),
      );
    await expect.poll(() => names(page), { timeout: 60_000 }).toEqual(['а.jpg', 'б.jpg', 'в.jpg']);
    const centre = async (name: string) => {
      const box = await page.getByRole('button', { name: `Открыть: ${name}` }).boundingBox();
      return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
    };
    const [from, to] = [await centre('в.jpg'), await centre('а.jpg')];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x - 20, from.y, { steps: 4 });
    await page.mouse.move(to.x - 10, to.y, { steps: 12 });
    await page.mouse.up();
    await expect.poll(() => names(page), { timeout: 60_000 }).toEqual(['в.jpg', 'а.jpg', 'б.jpg']);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await expect.poll(() => faultsOfAccess(page), { timeout: 30_000 }).toEqual([]);

    await page.getByRole('button', { name: 'Открыть: а.jpg' }).click();
    await page.getByRole('dialog', { name: 'Просмотр изображения' }).waitFor();
    await expect.poll(() => isDrawn(page, '[role=dialog] img')).toBe(true);
    await expect.poll(() => faultsOfAccess(page), { timeout: 30_000 }).toEqual([]);
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog').getByText('Изображение 3 из 3').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Открыть: а.jpg');
    await expect.poll(() => faultsOfAccess(page), { timeout: 30_000 }).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
