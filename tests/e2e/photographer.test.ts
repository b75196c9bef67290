import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { go, heading, windowOf } from '../support/browser.ts';
import { openProduct } from '../support/openProduct.ts';
import { pressUntil } from '../support/pressUntil.ts';

const { product, browser } = await openProduct();

const patient = { timeout: 60_000 };

interface Dropped {
  name: string;
  base64: string;
}
const photograph = async (name: string, background: string): Promise<Dropped> => {
  const picture = sharp({ create: { width: 900, height: 600, channels: 3, background } });
  return { name, base64: (await picture.jpeg().toBuffer()).toString('base64') };
};
const disguised: Dropped = {
  name: 'страница.jpg',
  base64: Buffer.from('<!doctype html><script>alert(1)</script>').toString('base64'),
};

/** Lets files fall on the tab as from the desktop. */
const dropOn = async (page: Page, files: readonly Dropped[]): Promise<void> => {
  const transfer = await page.evaluateHandle(dropped => {
    const carried = new DataTransfer();
    for (const { name, base64 } of dropped) {
      const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
      carried.items.add(new File([bytes], name, { type: 'image/jpeg' }));
    }
    return carried;
  }, files);
  const area = page.getByRole('region', { name: 'Изображения' });
  for (const event of ['dragenter', 'dragover', 'drop']) await area.dispatchEvent(event, { dataTransfer: transfer });
};

/** Holds every upload back until it is let go. */
const holdUploads = async (page: Page): Promise<() => void> => {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>(resolve => {
    letGo = resolve;
  });
  await page.route('**/api/products/*/images', async route => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  return letGo;
};

const names = (page: Page) =>
  page
    .getByRole('button', { name: /^Открыть: / })
    .evaluateAll(cards => cards.map(card => card.ariaLabel?.replace('Открыть: ', '')));

const chooseIn = async (page: Page, name: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: `Действия: ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

/** Draws a picture with the mouse to where another one is. */
const draw = async (page: Page, from: string, to: string): Promise<void> => {
  const [start, end] = await Promise.all(
    [from, to].map(name => page.getByRole('button', { name: `Открыть: ${name}` }).boundingBox()),
  );
  if (!start || !end) throw new Error('a picture is not in sight');
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width / 2 - 20, start.y + start.height / 2, { steps: 4 });
  await page.mouse.move(end.x + end.width / 2 - 10, end.y + end.height / 2, { steps: 12 });
  await page.mouse.up();
};

describe('A photographer’s day', () => {
  it('[G28] begins on images, finds what lacks them, and needs nothing else until it ends', async () => {
    const { page, context, complaints } = await windowOf(browser, product.address, 'photographer');
    const refused: string[] = [];
    page.on('response', response => {
      if (response.status() === 403) refused.push(response.url());
    });
    await go(page, `${product.address}/content/nomenclature/1`);
    await page.waitForURL('**/nomenclature/1/images');
    await page.getByRole('link', { name: 'Номенклатура' }).first().click();
    await heading(page, 'Номенклатура').waitFor();
    await page.getByRole('button', { name: 'Без изображений' }).click();
    await page.waitForURL(/picture_empty/);
    // The rows of before stand until those that lack images have come.
    const pictures = () => page.locator('tbody tr[data-id] img').count();
    await expect.poll(pictures, patient).toBe(0);
    await page.locator('[data-row-link]').first().click();
    await page.getByRole('heading', { name: 'Изображений пока нет' }).waitFor();

    const letGo = await holdUploads(page);
    const colours = ['#c33', '#3c3', '#33c', '#cc3', '#3cc', '#c3c'];
    const files = await Promise.all(colours.map((colour, at) => photograph(`${at + 1}.jpg`, colour)));
    await dropOn(page, [...files, disguised]);
    await expect.poll(() => page.getByRole('progressbar').count(), patient).toBe(7);
    letGo();
    const wrong = page.getByRole('listitem', { name: 'Загрузка: страница.jpg' });
    await wrong.getByText(/это не JPEG, не PNG и не WebP/).waitFor(patient);
    await expect.poll(() => names(page), patient).toEqual(files.map(({ name }) => name));
    await wrong.getByRole('button', { name: 'Убрать: страница.jpg' }).click();

    await draw(page, '3.jpg', '1.jpg');
    const drawn = ['3.jpg', '1.jpg', '2.jpg', '4.jpg', '5.jpg', '6.jpg'];
    await expect.poll(() => names(page), patient).toEqual(drawn);
    await page.getByRole('button', { name: 'Переместить: 5.jpg' }).focus();
    await page.keyboard.press('Space');
    await page.getByText('Изображение 5.jpg взято, место 5 из 6.').waitFor({ state: 'attached' });
    await pressUntil(page, 'ArrowRight', 'Изображение 5.jpg: место 6 из 6.');
    await page.keyboard.press('Space');
    const ordered = ['3.jpg', '1.jpg', '2.jpg', '4.jpg', '6.jpg', '5.jpg'];
    await expect.poll(() => names(page), patient).toEqual(ordered);
    await chooseIn(page, '2.jpg', 'Сделать главным');
    const main = page.getByRole('listitem').filter({ hasText: 'Главное' });
    await expect.poll(() => main.getByText('2.jpg').count(), patient).toBe(1);

    await page.getByRole('button', { name: 'Открыть: 3.jpg' }).click();
    const view = page.getByRole('dialog', { name: 'Просмотр изображения' });
    await view.getByRole('textbox', { name: 'Описание (Русский)' }).fill('Круассан на тарелке');
    await view.getByRole('textbox', { name: 'Описание (English)' }).fill('A croissant on a plate');
    await view.getByRole('button', { name: 'Следующее изображение' }).click();
    await view.getByText('Изображение 2 из 6').waitFor();
    await page.keyboard.press('Escape');
    await view.waitFor({ state: 'detached' });
    await page.getByText('Круассан на тарелке').waitFor();

    const chooser = page.waitForEvent('filechooser');
    await chooseIn(page, '1.jpg', 'Заменить');
    const other = await photograph('вместо.jpg', '#777');
    const buffer = Buffer.from(other.base64, 'base64');
    await (await chooser).setFiles({ name: other.name, mimeType: 'image/jpeg', buffer });
    await expect.poll(() => names(page), patient).toEqual(ordered.with(1, 'вместо.jpg'));
    await chooseIn(page, '4.jpg', 'Удалить');
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
    const kept = ['3.jpg', 'вместо.jpg', '2.jpg', '6.jpg', '5.jpg'];
    await expect.poll(() => names(page), patient).toEqual(kept);

    await page.reload();
    await expect.poll(() => names(page), patient).toEqual(kept);
    await expect.poll(() => main.getByText('2.jpg').count(), patient).toBe(1);
    await page.getByRole('button', { name: 'Открыть: 3.jpg' }).click();
    expect(await view.getByRole('textbox', { name: 'Описание (English)' }).inputValue()).toBe('A croissant on a plate');
    await page.keyboard.press('Escape');
    await view.waitFor({ state: 'detached' });

    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Изображений пока нет' }).waitFor(patient);
    await page.getByRole('button', { name: /Учётная запись/ }).click();
    await page.getByRole('menuitem', { name: 'Выйти' }).click();
    await page.waitForURL('**/login');
    expect([refused, complaints]).toEqual([[], []]);
    await context.close();
  });
});
