import { describe, expect, it } from 'vitest';
import { faultsOfAccess } from '../support/axe.ts';
import { openWindow, signIn } from '../support/browser.ts';
import { openProduct } from '../support/openProduct.ts';
import { csvOf, fileOf } from '../support/tables.ts';

const { product, browser } = await openProduct();

/** A price list with the volume beside the name, grams, a brand in another spelling, and headings between the rows. */
const supplier = () => [
  ['Артикул', 'Наименование', 'Объём', 'Вес, г', 'Бренд', 'Цена'],
  ['Напитки', '', '', '', '', ''],
  ['GAZ-1', 'Лимонад', '0,5 л', '520', 'Rostok Ltd', '90'],
  ['GAZ-2', 'Тархун', '0,5 л', '525', 'Rostok Ltd', '95'],
];

/** The same with one name for two sizes, and a brand that no earlier table has named. */
const namesakes = () =>
  [...supplier(), ['GAZ-3', 'Лимонад', '1 л', '1025', 'Rostok Ltd', '150']].map(row =>
    row.map(cell => cell.replace('Rostok Ltd', 'Rostok GmbH')),
  );

describe('§2 The columns of a supplier', () => {
  it('[I844] [I846] of a made file are joined and replaced in 8 clicks and a few keys, from the file to its import, also on a phone', async () => {
    const { context, page, complaints } = await openWindow(browser);
    await signIn(page, product.address);
    await page.goto(`${product.address}/content/nomenclature/import`);
    let clicks = 1;
    const click = async (role: 'button' | 'combobox' | 'option', name: string) => {
      clicks += 1;
      await page.getByRole(role, { name, exact: true }).first().click();
    };
    await page.locator('input[name=table]').setInputFiles(fileOf(csvOf(supplier()), 'газировка.csv'));
    await page.getByRole('button', { name: 'С ошибками 2' }).waitFor({ timeout: 60_000 });
    await page.getByText(/^Товар ищется по артикулу/).waitFor();
    await click('button', 'Разобрать');
    await page.getByRole('list', { name: 'Незнакомые значения: Бренд' }).waitFor();
    expect(await faultsOfAccess(page)).toEqual([]);
    await click('combobox', 'Бренд');
    clicks += 1;
    await page.getByRole('listbox').getByRole('option').first().click();
    await page.getByRole('button', { name: 'Новые 2' }).waitFor({ timeout: 60_000 });
    await click('button', 'Настроить столбцы');
    await click('button', 'Ещё о столбце «Наименование»');
    const dialog = page.getByRole('dialog', { name: 'Столбец «Наименование»' });
    // The keyboard alone does it too.
    await dialog.getByRole('combobox', { name: 'Соединить со столбцом' }).focus();
    await page.keyboard.type('Объ');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog.getByRole('cell', { name: 'Лимонад 0,5 л', exact: true }).waitFor();
    expect(await faultsOfAccess(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await faultsOfAccess(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1440, height: 900 });
    await click('button', 'Применить');
    await page.getByRole('gridcell', { name: 'Лимонад 0,5 л' }).waitFor({ timeout: 60_000 });
    await page.getByRole('gridcell', { name: '0,52', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('gridcell', { name: 'Лимонад 0,5 л' }).waitFor({ timeout: 60_000 });
    await click('button', 'Импортировать');
    await page.getByRole('heading', { name: 'Импорт завершён' }).waitFor({ timeout: 60_000 });
    expect(clicks).toBeLessThanOrEqual(8);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('[I920] [I846] [I950] are joined by the proposal where names are alike: 5 clicks from the file to its import', async () => {
    const { context, page, complaints } = await openWindow(browser);
    await signIn(page, product.address);
    await page.goto(`${product.address}/content/nomenclature/import`);
    await page.locator('input[name=table]').setInputFiles(fileOf(csvOf(namesakes()), 'газировка двух размеров.csv'));
    await page.getByRole('gridcell', { name: 'Лимонад 0,5 л' }).waitFor({ timeout: 60_000 });
    const opening = page.getByRole('button', { name: 'Разобрать' });
    await opening.waitFor({ timeout: 60_000 });
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      const firstRow = await page.getByRole('row').nth(1).boundingBox();
      expect((firstRow?.y ?? height) + (firstRow?.height ?? 0)).toBeLessThan(height);
    }
    await opening.click();
    await page.getByRole('combobox', { name: 'Бренд', exact: true }).first().click();
    await page.getByRole('listbox').getByRole('option').first().click();
    await page.getByRole('button', { name: 'С ошибками 0' }).waitFor({ timeout: 60_000 });
    await page.getByRole('gridcell', { name: 'Лимонад 1 л' }).waitFor();
    await page.getByRole('button', { name: 'Импортировать', exact: true }).click();
    await page.getByRole('heading', { name: 'Импорт завершён' }).waitFor({ timeout: 60_000 });
    expect(complaints).toEqual([]);
    await context.close();
  });
});
