import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { faultsOfAccess } from '#tests/support/axe.ts';
import { go, heading, windowOf } from '#tests/support/browser.ts';
import { openProduct } from '#tests/support/openProduct.ts';

const { product, browser } = await openProduct();
const [one, other] = await Promise.all([
  windowOf(browser, product.address, 'admin'),
  windowOf(browser, product.address, 'content_manager'),
]);
afterAll(() => Promise.all([one.context.close(), other.context.close()]));
const { page } = one;

const open = (window: Page, path: string) => go(window, `${product.address}/content/${path}`);
const buildSearch = (search: string) => `nomenclature?filter=${encodeURIComponent(JSON.stringify({ search }))}`;
const undoButton = () => page.getByRole('button', { name: 'Отменить', exact: true });

/** Takes back what the open question is about. */
const confirm = async (records: string): Promise<void> => {
  const question = page.getByRole('dialog', { name: /^Отменить: / });
  await question.getByText(`Вернётся записей: ${records}`).waitFor();
  expect(await faultsOfAccess(page)).toEqual([]);
  await question.getByRole('button', { name: 'Отменить', exact: true }).last().click();
  await page.getByText(`Отменено, записей: ${records}`).first().waitFor();
};

describe('What was done by mistake is taken back in a browser', () => {
  it('[J672] [J664] a wrong bulk edit', async () => {
    await open(page, 'nomenclature?sort=id&perPage=10');
    await page.locator('[data-row-link]').first().waitFor();
    const rows = () => page.locator('tbody tr').allTextContents();
    // The names of brands come after the rows.
    await expect.poll(rows).not.toContainEqual(expect.stringContaining('…'));
    const before = await rows();
    await page.getByRole('checkbox', { name: 'Выбрать все на странице' }).check();
    await page.getByRole('region', { name: 'Выбранное' }).getByRole('button', { name: 'Изменить' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Какое поле изменить' }).click();
    await page.getByRole('option', { name: 'Вес, кг' }).click();
    await dialog.getByRole('textbox', { name: /^Вес/ }).fill('77');
    await dialog.getByRole('button', { name: 'Проверить' }).click();
    await dialog.getByRole('button', { name: 'Изменить 10' }).click();
    await expect.poll(async () => (await rows()).filter(row => row.includes('77')).length).toBe(10);
    await undoButton().click();
    await confirm('10');
    await expect.poll(rows).toEqual(before);
  });

  it('[J720] [J665] an import, while a colleague edits', async () => {
    const weights = other.page.getByLabel('Вес, кг');
    const table = 'Название;Артикул;Вес, кг\nПервый;UNDO-1;1\nВторой;UNDO-2;2\nТретий;UNDO-3;3\n';
    const send = async (text: string, created: string): Promise<void> => {
      await open(page, 'nomenclature/import');
      await page
        .locator('input[name=table]')
        .setInputFiles({ name: 'вес.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
      await page.getByRole('button', { name: 'Импортировать', exact: true }).click();
      await page.getByRole('heading', { name: 'Импорт завершён' }).waitFor();
      await page.locator('dl > div').filter({ hasText: created }).getByText('3', { exact: true }).waitFor();
    };
    await send(table, 'Новых');
    await page.getByRole('button', { name: 'Импортировать ещё' }).click();
    await send(table.replaceAll(/;(\d)\n/g, ';5$1\n'), 'Изменено');
    await open(other.page, buildSearch('UNDO-2'));
    await other.page.getByRole('link', { name: 'Второй' }).click();
    await expect.poll(() => weights.inputValue()).toBe('52');
    await weights.fill('8');
    await other.page.keyboard.press('Control+s');
    await other.page.getByText('Сохранено', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Отменить: импорт' }).click();
    const question = page.getByRole('dialog', { name: 'Отменить: импорт' });
    await question.getByText('Изменено с тех пор, останется: 1').waitFor();
    await question.getByText('Второй · Вес, кг: 8 → 2').waitFor();
    await confirm('2');
    await page.getByRole('link', { name: /^Отменено / }).click();
    await heading(page, 'История изменений').waitFor();
    await open(page, buildSearch('UNDO'));
    const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
    for (const [name, weight] of [
      ['Первый', '1'],
      ['Второй', '8'],
      ['Третий', '3'],
    ] as const)
      await rowOf(name).getByText(weight, { exact: true }).waitFor();
    expect(await weights.inputValue()).toBe('8');
  });

  it('[J661] [J672] a deleted model, with its products', async () => {
    await open(page, 'catalog/1/products');
    const products = () => page.getByRole('main').locator('a[href*="/nomenclature/"]').allTextContents();
    await expect.poll(async () => (await products()).length).toBeGreaterThan(0);
    const before = await products();
    await page.getByRole('button', { name: 'Удалить', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить', exact: true }).click();
    await heading(page, 'Каталог моделей').waitFor();
    await undoButton().click();
    await confirm('1');
    await open(page, 'catalog/1/products');
    await expect.poll(products).toEqual(before);
  });

  it('[J664] [J672] a tree', async () => {
    await open(page, 'categories?platform=cafe');
    /** Without the counts, which come later. */
    const names = async () =>
      (await page.getByRole('treeitem').allTextContents()).map(text => text.replace(/\d.*$/, ''));
    await expect.poll(async () => (await names()).length).toBeGreaterThan(2);
    const before = await names();
    await page.getByRole('treeitem').last().click();
    await page.keyboard.press('Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
    await page.getByRole('treeitem').first().click();
    await page.keyboard.press('F2');
    await page.keyboard.type('Не то');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+s');
    await page.getByText('Дерево категорий сохранено').waitFor();
    await undoButton().last().click();
    await confirm('2');
    await expect.poll(names).toEqual(before);
  });

  it('[J664] [J722] a merge of matrices', async () => {
    await open(page, 'matrices');
    const names = () => page.locator('[data-row-link]').allTextContents();
    await expect.poll(async () => (await names()).length).toBeGreaterThan(2);
    const before = await names();
    const [first = '', second = ''] = before;
    await open(page, 'matrices/merge');
    await page.getByRole('combobox', { name: 'Что объединить' }).click();
    for (const name of [first, second]) await page.getByRole('option', { name, exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: /Название/ }).fill('Всё вместе');
    await page.getByRole('checkbox', { name: 'Удалить исходные матрицы' }).click();
    await page.getByRole('button', { name: 'Объединить', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Объединить' }).click();
    await page.getByText('Готово: в матрице «Всё вместе»').waitFor();
    await undoButton().click();
    await confirm('3');
    await open(page, 'matrices');
    await expect.poll(names).toEqual(before);
    expect([one.complaints, other.complaints]).toEqual([[], []]);
  });
});
