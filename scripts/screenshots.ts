/**
 * `npm run screenshots`: retakes the pictures for the README and the guides from the built product with demonstration
 * data; `npm run screenshots -- import list` only those. Needs a browser in `CHROMIUM`.
 */
import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openWindow, signIn } from '#tests/support/browser.ts';
import { startProduct } from '#tests/support/product.ts';
import { supplierTables } from '#tests/support/supplierTables.ts';

const FOLDER = 'docs/screenshots';
const SAMPLE = 'docs/sample/nomenclature.xlsx';
const requestedNames = process.argv.slice(2);
const viewport = { width: 1360, height: 800 };

mkdirSync(FOLDER, { recursive: true });
const product = await startProduct();
const browser = await openBrowser();

const openPage = async (page: Page, path: string, readySelector: string): Promise<void> => {
  await page.goto(product.address + path);
  await page.locator(readySelector).first().waitFor({ state: 'attached' });
};

const takeScreenshot = async (
  name: string,
  colorScheme: 'light' | 'dark',
  prepare: (page: Page) => Promise<void>,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<void> => {
  if (requestedNames.length > 0 && !requestedNames.includes(name)) return;
  const { page, context } = await openWindow(browser, { viewport, colorScheme, reducedMotion: 'reduce', ...options });
  await prepare(page);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
  await context.close();
  console.log(`${FOLDER}/${name}.png`);
};

await takeScreenshot('sign-in', 'light', page => openPage(page, '/login', '#demo:not([hidden])'));
await takeScreenshot('list', 'light', async page => {
  await signIn(page, product.address);
  await openPage(page, '/content/nomenclature?perPage=25', '[data-row-link]');
});
await takeScreenshot('editor', 'dark', async page => {
  await signIn(page, product.address);
  await openPage(page, '/content/nomenclature/115/settings', 'form input');
});
await takeScreenshot(
  'phone',
  'light',
  async page => {
    await signIn(page, product.address);
    await openPage(page, '/content/nomenclature', '[data-row-link]');
  },
  { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2 },
);
await takeScreenshot('images', 'light', async page => {
  await signIn(page, product.address, 'photographer');
  await openPage(page, '/content/nomenclature/1/images', 'main img');
});
await takeScreenshot('categories', 'dark', async page => {
  await signIn(page, product.address);
  await openPage(page, '/content/categories', '[role=treeitem]');
});
await takeScreenshot('matrix', 'light', async page => {
  await signIn(page, product.address, 'admin_matrix');
  await openPage(page, '/content/matrices/1/nomenclature', 'main li');
});
await takeScreenshot('import', 'light', async page => {
  await signIn(page, product.address);
  await openPage(page, '/content/nomenclature/import', 'input[name=table]');
  await page.locator('input[name=table]').setInputFiles(SAMPLE);
  await page.getByText(/^Проверено/).waitFor();
});
const upload = async (page: Page): Promise<void> => {
  const [table] = supplierTables;
  if (!table) throw new Error('there is no table of a supplier');
  await signIn(page, product.address);
  await openPage(page, '/content/nomenclature/import', 'input[name=table]');
  await page
    .locator('input[name=table]')
    .setInputFiles({ name: table.fileName, mimeType: '', buffer: Buffer.from(await table.bytes()) });
  await page.getByText(/^Проверено/).waitFor();
};
await takeScreenshot('import-columns', 'light', async page => {
  await upload(page);
  await page.getByRole('button', { name: 'Настроить столбцы' }).click();
  await page.getByRole('button', { name: 'Запомнить столбцы' }).waitFor();
});
await takeScreenshot('import-run', 'light', async page => {
  await upload(page);
  await page.getByRole('button', { name: 'Импортировать' }).click();
  await page.getByRole('heading', { name: 'Импорт завершён' }).waitFor();
});
const partnerTable = 'Код;Артикул;Наименование;Торговая марка;Розничная цена;Весовой товар;Ставка НДС\n';
const addExportProfile = async (page: Page): Promise<void> => {
  await signIn(page, product.address);
  await openPage(page, '/content/nomenclature/export-profiles', 'input[type=file]');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Маркет.csv', mimeType: 'text/csv', buffer: Buffer.from(partnerTable) });
  await page.getByRole('group', { name: 'Код', exact: true }).getByLabel('Поле').selectOption('vitrina_number');
  const price = page.getByRole('group', { name: 'Розничная цена' });
  await price.getByLabel('Поле').selectOption('price');
  await price.getByLabel('Формат').selectOption({ label: 'С припиской «₽»' });
  await page.getByRole('group', { name: 'Ставка НДС' }).getByLabel('Текст в каждой строке').fill('20 %');
  await page.getByRole('cell', { name: '20 %' }).first().waitFor();
};
await takeScreenshot('export-profile', 'light', addExportProfile, { viewport: { width: 1360, height: 1080 } });
await takeScreenshot('export-menu', 'light', async page => {
  await addExportProfile(page);
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByRole('heading', { name: 'Профиль «Маркет»' }).waitFor();
  await openPage(page, '/content/nomenclature', '[data-row-link]');
  await page.getByRole('button', { name: 'Выгрузить', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Маркет' }).waitFor();
});
await takeScreenshot('role', 'light', async page => {
  await signIn(page, product.address);
  await openPage(page, '/content/roles/2/edit', 'form input');
});
await takeScreenshot('history', 'light', async page => {
  await signIn(page, product.address);
  await openPage(page, '/content/history', 'main h2');
  await page.getByRole('main').getByRole('button', { expanded: false }).first().click();
});
await takeScreenshot('undo', 'light', async page => {
  await signIn(page, product.address);
  await openPage(page, '/content/nomenclature?perPage=10', '[data-row-link]');
  await page.getByRole('checkbox', { name: 'Выбрать все на странице' }).check();
  await page.getByRole('region', { name: 'Выбранное' }).getByRole('button', { name: 'Изменить' }).click();
  await page.getByRole('combobox', { name: 'Какое поле изменить' }).click();
  await page.getByRole('option', { name: 'Вес, кг' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: /^Вес/ }).fill('0,5');
  await page.getByRole('button', { name: 'Проверить' }).click();
  await page.getByRole('button', { name: /^Изменить \d+$/ }).click();
  await page.getByRole('button', { name: 'Отменить', exact: true }).click();
  await page.getByText(/^Вернётся записей/).waitFor();
});
await takeScreenshot('synchronization', 'dark', async page => {
  await signIn(page, product.address);
  await openPage(page, '/content/synchronization', 'main tbody tr');
});
await takeScreenshot('sending', 'light', async page => {
  await signIn(page, product.address);
  await openPage(page, '/content/nomenclature/send-media', 'main input[type=checkbox]');
  await page.getByRole('heading', { name: 'Что будет отправлено' }).waitFor();
});
await takeScreenshot('reference', 'light', async page => {
  await signIn(page, product.address);
  await openPage(page, '/content/settings/reference/brand', '[data-row-link]');
});
await takeScreenshot('resource', 'light', async page => {
  await signIn(page, product.address);
  await openPage(page, '/content/settings/cafe/1/edit', 'form input');
});

await browser.close();
await product.stop();
