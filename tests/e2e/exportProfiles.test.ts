import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { faultsOfAccess } from '../support/axe.ts';
import { openWindow, signIn } from '../support/browser.ts';
import { openProduct } from '../support/openProduct.ts';
import { csvOf } from '../support/tables.ts';

const { product, browser } = await openProduct();

const template = csvOf([['Код номенклатуры', 'Артикул', 'Наименование', 'Розничная цена', 'Весовой товар']]);

describe('§1 A partner’s template', () => {
  it('[I938] [I937] [I931] [I934] [I956] is a profile, then one press, and the file comes back unchanged', async () => {
    const { context, page, complaints } = await openWindow(browser);
    await signIn(page, product.address);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.goto(`${product.address}/content/nomenclature`);
    await button('Выгрузить').click();
    await page.getByRole('menuitem', { name: 'Профили выгрузки…' }).click();
    await page.getByRole('heading', { name: 'Профилей пока нет' }).waitFor();
    expect(await faultsOfAccess(page)).toEqual([]);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'Маркет.csv', mimeType: 'text/csv', buffer: Buffer.from(template) });
    await page.getByRole('heading', { name: 'Новый профиль' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Название', exact: true }).inputValue()).toBe('Маркет');
    const column = (name: string) => page.getByRole('group', { name, exact: true });
    const field = (name: string) => column(name).getByLabel('Поле', { exact: true });
    expect(await field('Наименование').inputValue()).toBe('name');
    await field('Код номенклатуры').selectOption({ label: 'Номер в Витрине' });
    await field('Розничная цена').selectOption({ label: 'Цена, RUB' });
    await field('Весовой товар').selectOption({ label: 'Весовой' });
    await column('Весовой товар').getByLabel('Формат').selectOption({ label: 'Свои слова' });
    await column('Весовой товар').getByLabel('Вместо «да»').fill('весовой');
    await column('Весовой товар').getByLabel('Вместо «нет»').fill('штучный');
    await page.getByRole('cell', { name: 'штучный' }).first().waitFor();
    // The keyboard alone moves a column, names another one and saves.
    await button('Переместить «Артикул»').focus();
    await page.keyboard.press('ArrowUp');
    await column('Артикул').getByLabel('Заголовок').fill('');
    await page.keyboard.press('Control+s');
    await page.getByText('Заполните поле').waitFor();
    expect(await page.locator('[aria-invalid=true]').evaluate(input => input === document.activeElement)).toBe(true);
    await page.keyboard.type('SKU');
    expect(await faultsOfAccess(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await faultsOfAccess(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1440, height: 900 });
    await button('К профилям').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Остаться' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+s');
    await page.getByRole('heading', { name: 'Профиль «Маркет»' }).waitFor();
    await page.goto(`${product.address}/content/nomenclature?filter=${encodeURIComponent('{"search":"латте"}')}`);
    await button('Выгрузить').click();
    // An open menu is outside of all landmarks, like every menu.
    expect(await faultsOfAccess(page, ['wcag2a', 'wcag2aa', 'wcag21aa'])).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Маркет' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^Маркет \d{4}-\d\d-\d\d\.csv$/);
    const bytes = await readFile(await download.path());
    const [header, first = ''] = bytes.toString().split('\r\n');
    expect(header).toBe('\ufeffSKU;Код номенклатуры;Наименование;Розничная цена;Весовой товар');
    expect(first).toMatch(/;(весовой|штучный)$/);
    const rows = bytes.toString().trim().split('\r\n').length - 1;
    expect(rows).toBeLessThan(1000);
    await page.goto(`${product.address}/content/nomenclature/import`);
    await page
      .locator('input[name=table]')
      .setInputFiles({ name: download.suggestedFilename(), mimeType: 'text/csv', buffer: bytes });
    await button(`Без изменений ${rows}`).waitFor({ timeout: 60_000 });
    expect(await button(`Все ${rows}`).count()).toBe(1);
    const [profilePage] = await Promise.all([
      context.waitForEvent('page'),
      page.getByText('Столбцы как в профиле выгрузки').getByRole('link', { name: '«Маркет»' }).click(),
    ]);
    await profilePage.getByRole('heading', { name: 'Профиль «Маркет»' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('[I938] [I936] is copied, follows a colleague, is kept unsaved and removed after a question', async () => {
    const { context, page, complaints } = await openWindow(browser);
    await signIn(page, product.address);
    const other = await context.newPage();
    const button = (name: string, of = page) => of.getByRole('button', { name, exact: true });
    const address = `${product.address}/content/nomenclature/export-profiles?resource=catalog`;
    await page.goto(address);
    await button('Создать профиль').click();
    await page.getByRole('textbox', { name: 'Название', exact: true }).fill('Модели');
    await button('Взять столбцы обычной выгрузки').click();
    await button('Сохранить').click();
    await page.getByRole('heading', { name: 'Профиль «Модели»' }).waitFor();
    await other.goto(page.url());
    await other.getByRole('textbox', { name: 'Название', exact: true }).fill('Модели 2');
    await page.getByRole('textbox', { name: 'Название', exact: true }).fill('Модели 1');
    await button('Сохранить', other).click();
    await page.getByText(/^Пока вы меняли этот профиль, его сохранили/).waitFor();
    expect(await faultsOfAccess(page)).toEqual([]);
    await button('Отбросить мои').click();
    await page.getByRole('heading', { name: 'Профиль «Модели 2»' }).waitFor();
    await button('К профилям').click();
    await button('Скопировать профиль «Модели 2»').click();
    await button('Сохранить').click();
    await page.getByRole('heading', { name: 'Профиль «Модели 2 — копия»' }).waitFor();
    await button('К профилям').click();
    await button('Удалить профиль «Модели 2»').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить', exact: true }).click();
    await button('Модели 2', page).waitFor({ state: 'detached' });
    await other.getByRole('heading', { name: 'Этого профиля больше нет' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
