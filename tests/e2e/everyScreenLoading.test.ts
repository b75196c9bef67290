import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { windowOf } from '#tests/support/browser.ts';
import { callerOf } from '#tests/support/calls.ts';
import { faultsOf, interfere, ownScreens } from '#tests/support/everyScreen.ts';
import { openProduct } from '#tests/support/openProduct.ts';
import { settle } from '#tests/support/place.ts';
import { realAddresses } from '#tests/support/realAddress.ts';
import { csvOf, fileOf } from '#tests/support/tables.ts';

const { product, browser } = await openProduct();
const real = await realAddresses(product.address);

const LOADING = 'main [aria-busy=true], main [role=progressbar]';

const NEW = 'an empty form: a list of choices is read within its field, which can be filled in meanwhile';
/** Screens that show no part as loading, since they can be used before anything has been read. */
const usableAtOnce: Readonly<Record<string, string>> = {
  '/content/nomenclature/import': 'asks for a file; earlier runs and kept tables are added below once they are read',
  '/content/matrices/merge': 'an empty form: the matrices to choose from are read within its field',
  ...Object.fromEntries(ownScreens.filter(address => address.endsWith('/create')).map(address => [address, NEW])),
  '/content/settings/language': 'its records are those that the shell of every page has read',
  '/content/nowhere': 'a notice, which reads nothing',
};

const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name }).first();
const table = csvOf([
  ['Артикул', 'Название', 'Цена, RUB'],
  ['ACCESS-1', 'Квас', '122,00'],
]);

/** Parts of a page that people open, and what opens them. */
const opened: readonly (readonly [address: string, shows: string, open: (page: Page) => Promise<void>])[] = [
  [
    '/content/nomenclature',
    '[role=listbox]',
    page => page.locator('search button[aria-haspopup=dialog]').first().click(),
  ],
  [
    '/content/matrices/7/edit',
    '[role=dialog]',
    page => page.getByRole('button', { name: 'Удалить', exact: true }).click(),
  ],
  [
    '/content/nomenclature/7/settings',
    '[aria-invalid=true]',
    async page => {
      await page.getByRole('textbox', { name: 'Название' }).first().fill('');
      await page.keyboard.press('Control+s');
    },
  ],
  [
    '/content/nomenclature',
    '[role=dialog] [aria-invalid=true]',
    async page => {
      await page.locator('tr[data-id]').first().getByRole('checkbox').click();
      await page.getByRole('button', { name: 'Изменить', exact: true }).click();
      await page.getByRole('combobox', { name: 'Какое поле изменить' }).click();
      await option(page, 'Вес, кг').click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Вес, кг' }).fill('1,23456');
      await page.getByRole('button', { name: 'Проверить' }).click();
    },
  ],
  [
    '/content/matrices/7/edit',
    '[role=dialog] [role=radio], [role=dialog] input[type=radio]',
    async page => {
      const name = page.getByRole('textbox', { name: /^Название/ });
      await name.fill('Набрано здесь');
      const id = /\d+/.exec(new URL(page.url()).pathname)?.[0];
      await (await callerOf(product.address, 'content_manager'))('PUT', `/matrices/${id}`, { name: 'Сохранено там' });
      await page.keyboard.press('Control+s');
    },
  ],
  [
    '/content/matrices/merge',
    '[role=dialog]',
    async page => {
      await page.getByRole('combobox', { name: 'Что объединить' }).click();
      for (const at of [0, 1]) await page.getByRole('option').nth(at).click();
      await page.keyboard.press('Escape');
      await page.getByRole('textbox', { name: 'Название новой матрицы' }).fill('Вместе');
      await page.getByRole('checkbox', { name: 'Удалить исходные матрицы' }).click();
      await page.getByRole('button', { name: 'Объединить' }).click();
    },
  ],
  [
    '/content/nomenclature/import',
    '[role=dialog] [aria-invalid=true]',
    async page => {
      await page.locator('input[name=table]').setInputFiles(fileOf(table, 'товары.csv'));
      await page.getByRole('button', { name: 'Настроить столбцы' }).click({ timeout: 60_000 });
      await page.getByRole('button', { name: 'Ещё о столбце «Цена, RUB»' }).click();
      await page.getByRole('combobox', { name: 'Преобразовать' }).click();
      await option(page, 'Вычесть НДС').click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'НДС, %' }).fill('101');
    },
  ],
];

describe('Every screen', () => {
  it('[T695] [U1] [U8] [U9] passes the checks of access while its reads are held back', async () => {
    const { context, page } = await windowOf(browser, product.address, 'admin', { reducedMotion: 'reduce' });
    await interfere(page, () => {});
    const wrong: string[] = [];
    for (const address of ownScreens) {
      // A new document each time: nothing has been read yet, and no read has been held for so long that it is given up.
      await page.goto(product.address + real(address));
      const isUsable = address in usableAtOnce;
      const shown = isUsable ? page.getByRole('heading', { level: 1, name: /./ }) : page.locator(LOADING).first();
      const isShown = await shown.waitFor().then(
        () => true,
        () => false,
      );
      if (!isShown) wrong.push(`${address}: does not show that it is loading`);
      wrong.push(...(await faultsOf(page)).map(fault => `${address}: ${fault}`));
      if (isUsable && (await page.locator(LOADING).count()) > 0) wrong.push(`${address}: has a part that is loading`);
    }
    expect(wrong).toEqual([]);
    await context.close();
  });

  it('[T695] [U1] [U4] [U8] [U9] passes them with an open filter, an open question, a conflict, and faults at its fields and in its dialogs', async () => {
    const { context, page } = await windowOf(browser, product.address, 'admin', { reducedMotion: 'reduce' });
    const wrong: string[] = [];
    for (const [address, shows, open] of opened) {
      await page.goto(product.address + real(address));
      await settle(page);
      await open(page);
      await page.locator(shows).first().waitFor({ timeout: 10_000 });
      wrong.push(...(await faultsOf(page)).map(fault => `${address}: ${fault}`));
    }
    expect(wrong).toEqual([]);
    await context.close();
  });
});
