import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { faultsOfAccess } from '../support/axe.ts';
import { openWindow, signIn } from '../support/browser.ts';
import { openProduct } from '../support/openProduct.ts';
import { supplierTables } from '../support/supplierTables.ts';
import { csvOf, fileOf } from '../support/tables.ts';

const { product, browser } = await openProduct();

/** What a person presses to import a file, the choice of the file included. */
const clicksOn = (page: Page) => {
  let count = 0;
  return {
    count: () => count,
    click: async (role: 'button' | 'combobox' | 'option' | 'link', name: string | RegExp) => {
      count += 1;
      await page.getByRole(role, { name, exact: true }).click();
    },
    choose: async (path: string) => {
      count += 1;
      await page.locator('input[name=table]').setInputFiles(path);
    },
  };
};

const supplier = (...skus: string[]) => [
  ['Прайс-лист ООО «Ромашка»', '', ''],
  ['Икс', 'Название', 'Цена, RUB'],
  ...skus.map(sku => [sku, `Товар ${sku}`, '120,50']),
];

describe('§2 The import of a new supplier', () => {
  it('[I740] [I748] [I749] takes at most 6 clicks the first time and 2 the second', async () => {
    const { context, page, complaints } = await openWindow(browser);
    await signIn(page, product.address);
    await page.goto(`${product.address}/content/nomenclature/import`);
    const first = clicksOn(page);
    await first.choose(fileOf(csvOf(supplier('ROM-1', 'ROM-2')), 'ромашка.csv'));
    await page.getByRole('table', { name: 'Столбцы таблицы' }).waitFor({ timeout: 60_000 });
    expect(await faultsOfAccess(page)).toEqual([]);
    await first.click('combobox', 'Поле для столбца «Икс»');
    await first.click('option', 'Артикул');
    await page.getByRole('button', { name: 'Новые 2' }).waitFor();
    await page.getByRole('textbox', { name: 'Поставщик' }).fill('Ромашка');
    await first.click('button', 'Запомнить столбцы');
    await page.getByText('Столбцы как у поставщика «Ромашка»').waitFor();
    expect(await faultsOfAccess(page)).toEqual([]);
    await page.reload();
    await page.getByRole('button', { name: 'Новые 2' }).waitFor();
    await first.click('button', 'Импортировать');
    await page.getByRole('heading', { name: 'Импорт завершён' }).waitFor({ timeout: 60_000 });
    expect(first.count()).toBeLessThanOrEqual(6);

    await page.getByRole('button', { name: 'Импортировать ещё' }).click();
    const second = clicksOn(page);
    await second.choose(fileOf(csvOf(supplier('ROM-2', 'ROM-3')), 'ромашка-2.csv'));
    await page.getByText('Столбцы как у поставщика «Ромашка»').waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Без изменений 1' }).waitFor();
    await second.click('button', 'Импортировать');
    await page.getByRole('heading', { name: 'Импорт завершён' }).waitFor({ timeout: 60_000 });
    expect(second.count()).toBeLessThanOrEqual(2);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each(supplierTables)(
    '[I700] [I749] $title: takes at most 6 clicks the first time and 2 the second',
    async table => {
      const { context, page, complaints } = await openWindow(browser);
      await signIn(page, product.address);
      const path = fileOf(await table.bytes(), table.fileName);
      const upload = async () => {
        const clicks = clicksOn(page);
        await page.goto(`${product.address}/content/nomenclature/import`);
        await clicks.choose(path);
        await page.getByText(/^Проверено/).waitFor({ timeout: 60_000 });
        return clicks;
      };
      const first = await upload();
      // The demonstration lacks the brands and units of some suppliers.
      if (await page.getByRole('button', { name: 'Разобрать' }).isVisible()) {
        await first.click('button', 'Разобрать');
        await first.click('button', 'Добавить в справочник');
      }
      await page.getByRole('button', { name: 'С ошибками 0' }).waitFor({ timeout: 60_000 });
      await first.click('button', 'Импортировать');
      await page.getByRole('heading', { name: 'Импорт завершён' }).waitFor({ timeout: 60_000 });
      expect(first.count()).toBeLessThanOrEqual(6);
      const second = await upload();
      await page.getByRole('button', { name: `Без изменений ${table.products.length}` }).waitFor({ timeout: 60_000 });
      expect(second.count()).toBeLessThanOrEqual(2);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
});
