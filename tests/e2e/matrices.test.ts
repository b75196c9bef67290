import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOfAccess } from '#tests/support/axe.ts';
import { go, heading, openBrowser, windowOf } from '#tests/support/browser.ts';
import { type Product, startProduct } from '#tests/support/product.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const goods = (page: Page) => page.getByRole('region', { name: 'Номенклатура' });
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

describe('Matrices in a browser', () => {
  it('[R50] [U3] [U4] [L100] a manager of matrices works through a day by the keyboard, and sees nothing else', async () => {
    const { page, context, complaints } = await windowOf(browser, product.address, 'manager_matrix');
    const forbidden: string[] = [];
    page.on('response', response => {
      if (response.status() === 403) forbidden.push(response.url());
    });
    await heading(page, 'Матрицы').waitFor();
    expect(await faultsOfAccess(page)).toEqual([]);
    await press(page, 'n');
    await page.waitForURL('**/matrices/create');
    await page.getByRole('textbox', { name: /Название/ }).fill('Завтраки');
    await press(page, 'Enter');
    await page.waitForURL(/matrices\/\d+\/nomenclature$/);
    await page.getByRole('button', { name: 'Добавить' }).focus();
    await press(page, 'Enter');
    const dialog = page.getByRole('dialog', { name: 'Добавить товары' });
    await dialog.getByRole('searchbox').fill('латте');
    await dialog.getByText(/^Найдено: \d/).waitFor();
    await dialog.getByRole('checkbox').nth(1).focus();
    await press(page, 'Space');
    await dialog.getByRole('checkbox').nth(2).focus();
    await press(page, 'Space');
    expect(await faultsOfAccess(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Добавить (2)' }).focus();
    await press(page, 'Enter');
    await page.getByText('Добавлено: 2').waitFor();
    await expect.poll(() => goods(page).getByRole('listitem').count()).toBe(2);
    const names = () => goods(page).getByRole('listitem').allTextContents();
    const [first = '', second = ''] = await names();
    await goods(page)
      .getByRole('button', { name: /^Переместить/ })
      .first()
      .focus();
    await press(page, 'ArrowDown');
    await expect.poll(names).toEqual([second, first]);
    const search = goods(page).getByRole('searchbox');
    await search.focus();
    await page.keyboard.type('нет такого товара');
    expect(await search.inputValue()).toBe('нет такого товара');
    await page.getByText('В матрице такого товара нет').waitFor();
    await page.reload();
    await page.getByText('В матрице такого товара нет').waitFor();
    expect(await search.inputValue()).toBe('нет такого товара');
    await page.getByRole('link', { name: 'Доступ' }).focus();
    await press(page, 'Enter');
    await page.getByRole('combobox', { name: 'Назвать роль' }).waitFor();
    expect(await faultsOfAccess(page)).toEqual([]);
    await go(page, `${product.address}/content/matrices/merge`);
    expect(await faultsOfAccess(page)).toEqual([]);
    await page
      .getByRole('button', { name: /Жаворонков|Учётная запись/ })
      .first()
      .focus();
    await press(page, 'Enter');
    await page.getByRole('menuitem', { name: 'Выйти' }).focus();
    await press(page, 'Enter');
    await page.waitForURL('**/login');
    expect([forbidden, complaints]).toEqual([[], []]);
    await context.close();
  }, 90_000);

  it('[P32] a matrix that becomes others’ goes from the lists of everybody else at once', async () => {
    const one = await windowOf(browser, product.address, 'admin_matrix');
    const manager = await windowOf(browser, product.address, 'manager_matrix');
    await go(one.page, `${product.address}/content/matrices`);
    await manager.page.getByRole('link', { name: 'Большие магазины' }).waitFor();
    await one.page.getByRole('link', { name: 'Большие магазины' }).waitFor();
    const id = await one.page.evaluate(async () => {
      const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === 'Большие магазины');
      return Number(link?.getAttribute('href')?.match(/matrices\/(\d+)/)?.[1]);
    });
    await go(one.page, `${product.address}/content/matrices/${id}/accessSettings`);
    await one.page.getByRole('combobox', { name: 'Назвать роль' }).click();
    await one.page.getByRole('option', { name: 'Администратор матриц' }).click();
    await one.page.getByRole('button', { name: 'Сохранить' }).click();
    await manager.page.getByRole('link', { name: 'Большие магазины' }).waitFor({ state: 'detached' });
    await one.context.close();
    await manager.context.close();
  }, 60_000);
});
