import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { faultsOfAccess } from '../support/axe.ts';
import { go, windowOf } from '../support/browser.ts';
import { saveLargeTree } from '../support/largeTree.ts';
import { openProduct } from '../support/openProduct.ts';

const { product, browser } = await openProduct();

describe('The categories tab in a browser', () => {
  it('[L117] [L114] [U4] a manager finds and chooses among ten thousand categories, of which few are drawn', async () => {
    const { page, context, complaints } = await windowOf(browser, product.address, 'admin');
    expect(await saveLargeTree(page, 'site')).toBe(200);
    await go(page, `${product.address}/content/catalog/1/categories`);
    const site = page.getByRole('group', { name: 'Сайт магазинов' });
    const rows = site.getByRole('treeitem');
    await rows.first().waitFor();
    const drawn = async () => expect(await page.getByRole('treeitem').count()).toBeLessThan(150);
    await site.getByRole('tree').focus();
    await page.keyboard.press('*');
    await page.keyboard.press('End');
    await site.getByText('Категория 100.99').waitFor();
    await drawn();
    await page.keyboard.press('Space');
    await site.getByText('Раздел 100 › Категория 100.99').waitFor();
    await site.getByRole('searchbox').fill('категория 57.4');
    await expect.poll(() => rows.count()).toBe(11);
    const found = rows.filter({ hasText: 'Категория 57.42' });
    await found.click();
    await expect.poll(() => found.getAttribute('aria-checked')).toBe('true');
    await site.getByRole('searchbox').fill('');
    await site.getByText('Раздел 57 › Категория 57.42').waitFor();
    await drawn();
    expect(await faultsOfAccess(page)).toEqual([]);
    await page.keyboard.press('Control+s');
    await page.getByText('Сохранено', { exact: true }).waitFor();
    // Chromium complains of a socket that is on its way when its page is left.
    await page.waitForLoadState('networkidle');
    await page.reload();
    await site.getByText('Раздел 57 › Категория 57.42').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});

const row = (page: Page, name: string) => page.getByRole('treeitem').filter({ hasText: name });

/** Takes a row with the mouse to a part of another one's height, and holds it there. */
const drag = async (page: Page, from: Locator, to: Locator, part: number) => {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('a row is not in sight');
  await page.mouse.move(start.x + 120, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + 130, start.y + start.height / 2 + 12, { steps: 2 });
  await page.mouse.move(end.x + 120, end.y + end.height * part, { steps: 3 });
};

describe('The category editor in a browser', () => {
  it('[K45] [K43] [U4] a manager moves categories with the mouse, and is refused while it hovers over what is nested', async () => {
    const { page, context, complaints } = await windowOf(browser, product.address, 'content_manager');
    await go(page, `${product.address}/content/categories?platform=cafe`);
    const tree = page.getByRole('tree');
    await row(page, 'Кофе').first().click();
    await page.keyboard.press('ArrowRight');
    await row(page, 'Классика').waitFor();
    await drag(page, row(page, 'Обед'), row(page, 'Завтраки'), 0.1);
    await page.mouse.up();
    await page.getByText('«Обед» теперь на верхнем уровне, место 3').waitFor();
    await drag(page, row(page, 'Завтраки'), row(page, 'Классика'), 0.5);
    await page.mouse.up();
    await page.getByText(/«Завтраки» теперь в «Классика»/).waitFor();
    await drag(page, row(page, 'Кофе').first(), row(page, 'Классика'), 0.5);
    await page.getByText('Категорию нельзя вложить в неё саму').waitFor();
    await page.mouse.up();
    await drag(page, row(page, 'Десерты'), row(page, 'Обед'), 0.5);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    // Once breakfast is elsewhere, lunch stands where it did.
    await page.getByRole('heading', { name: 'Перемещено: 1' }).waitFor();
    expect(await faultsOfAccess(page)).toEqual([]);
    await tree.focus();
    await page.keyboard.press('Control+s');
    await page.getByText('Дерево категорий сохранено').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('[K42] [K45] [U4] two managers edit one tree, one of them by keyboard alone, and nothing of either is lost', async () => {
    const [one, other] = await Promise.all([
      windowOf(browser, product.address, 'content_manager'),
      windowOf(browser, product.address, 'admin'),
    ]);
    const address = `${product.address}/content/categories?platform=cafe`;
    await Promise.all([go(one.page, address), go(other.page, address)]);
    await Promise.all([one, other].map(({ page }) => row(page, 'Детское меню').waitFor()));
    const { keyboard } = one.page;
    await one.page.getByRole('searchbox', { name: 'Найти категорию по названию' }).focus();
    while (!(await one.page.getByRole('tree').evaluate(tree => tree === document.activeElement)))
      await keyboard.press('Tab');
    for (const key of ['End', 'Control+x', 'Home', 'Control+v', 'ArrowDown', 'F2']) await keyboard.press(key);
    await keyboard.type('Без кофеина');
    expect(await faultsOfAccess(one.page)).toEqual([]);
    await keyboard.press('Enter');

    await row(other.page, 'Без кофе').dblclick();
    await other.page.keyboard.type('Напитки');
    await other.page.keyboard.press('Enter');
    await other.page.getByRole('button', { name: 'Сохранить' }).click();
    await other.page.getByText('Дерево категорий сохранено').waitFor();

    await keyboard.press('Control+s');
    const note = one.page.getByRole('alert');
    await note.getByText(/Переименовано: 1 · Без кофе → Напитки/).waitFor();
    expect(await faultsOfAccess(one.page)).toEqual([]);
    await keyboard.press('Control+s');
    await one.page.getByText('Дерево категорий сохранено').waitFor();
    // The other window, which has no edits, follows by itself.
    await row(other.page, 'Без кофеина').waitFor();
    await row(other.page, 'Детское меню').waitFor({ state: 'detached' });
    expect([one.complaints, other.complaints]).toEqual([[], []]);
    await Promise.all([one.context.close(), other.context.close()]);
  });

  it('[K50] [K40] a manager edits a tree of ten thousand categories, of which few are drawn', async () => {
    const { page, context, complaints } = await windowOf(browser, product.address, 'admin');
    expect(await saveLargeTree(page, 'site')).toBe(200);
    await go(page, `${product.address}/content/categories?platform=site`);
    await row(page, 'Раздел 1').first().click();
    const drawn = async () => expect(await page.getByRole('treeitem').count()).toBeLessThan(150);
    await page.keyboard.press('*');
    await page.keyboard.press('End');
    await row(page, 'Категория 100.99').waitFor();
    await drawn();
    await page.keyboard.press('F2');
    await page.keyboard.type('Последняя');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByRole('searchbox', { name: 'Найти категорию по названию' }).fill('категория 57.42');
    await row(page, 'Категория 57.42').click();
    await page.keyboard.press('Insert');
    await page.keyboard.type('Рядом');
    await page.keyboard.press('Enter');
    await drawn();
    const sent = page.waitForRequest(request => request.method() === 'PUT');
    await page.keyboard.press('Control+s');
    await sent;
    await page.getByText('Дерево категорий сохранено').waitFor();
    await page.reload();
    await row(page, 'Раздел 1').first().waitFor();
    await page.getByRole('searchbox', { name: 'Найти категорию по названию' }).fill('Рядом');
    await page.getByText('Раздел 57', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
