import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { faultsOfAccess } from '../support/axe.ts';
import { openBrowser, openWindow, signIn } from '../support/browser.ts';
import { startProduct } from '../support/product.ts';
import { csvOf, fileOf } from '../support/tables.ts';

const root = mkdtempSync(join(tmpdir(), 'vitrina-imports-'));
mkdirSync(join(root, 'ромашка'));
const [product, browser] = await Promise.all([startProduct({ IMPORTS_DIR: root }), openBrowser()]);
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const PAGE = '/content/nomenclature/import';
const WAIT = { timeout: 60_000 };
const priceList = (...rows: string[][]) => csvOf([['Артикул', 'Название', 'Цена, RUB'], ...rows]);

describe('§2 A supplier whose tables come by themselves', () => {
  it('[I900] [I901] [I902] [I911] first waits for another person, and is trusted then', async () => {
    const { context, page, complaints } = await openWindow(browser);
    await signIn(page, product.address);
    await page.goto(product.address + PAGE);
    const first = fileOf(priceList(['SCH-1', 'Роза', '100']), 'ромашка.csv');
    await page.locator('input[name=table]').setInputFiles(first);
    await page.getByRole('button', { name: 'Настроить столбцы' }).click(WAIT);
    await page.getByRole('textbox', { name: 'Поставщик' }).fill('Ромашка');
    await page.getByRole('button', { name: 'Запомнить столбцы' }).click();
    await page.getByText('Столбцы как у поставщика «Ромашка»').waitFor();
    await page.getByRole('button', { name: 'Выбрать другой файл' }).click();
    await page.getByRole('button', { name: 'Ромашка', exact: true }).click();
    await page.getByRole('button', { name: 'Настроить расписание' }).click();
    await page.getByRole('button', { name: 'Из папки' }).click();
    await page.getByRole('textbox', { name: 'Папка' }).fill('ромашка');
    expect(await faultsOfAccess(page)).toEqual([]);
    await page.getByRole('button', { name: 'Сохранить расписание' }).click();
    // The history of the profile names the schedule too.
    await page.getByText('Папка «ромашка», каждый час. Новая таблица ждёт подтверждения.').first().waitFor();
    writeFileSync(join(root, 'ромашка', 'прайс.csv'), priceList(['SCH-1', 'Роза', '100'], ['SCH-2', 'Мак', '50']));
    const readNow = page.getByRole('button', { name: 'Прочитать сейчас' });
    await readNow.click(WAIT);
    await page.getByRole('link', { name: 'ждёт подтверждения' }).waitFor(WAIT);
    expect(await faultsOfAccess(page)).toEqual([]);

    const other = await openWindow(browser);
    await signIn(other.page, product.address, 'content_manager');
    await other.page.getByRole('button', { name: /^Уведомления/ }).click();
    await other.page.getByRole('link', { name: /Поставщик «Ромашка»: таблица ждёт подтверждения/ }).click();
    await other.page.getByText('Таблица пришла по расписанию поставщика «Ромашка»').waitFor(WAIT);
    await other.page.getByRole('button', { name: 'Новые 2' }).waitFor(WAIT);
    expect(await faultsOfAccess(other.page)).toEqual([]);
    await other.page.getByRole('button', { name: 'Импортировать' }).click();
    await other.page.getByRole('heading', { name: 'Импорт завершён' }).waitFor(WAIT);
    await page.getByRole('link', { name: 'Импорт завершён' }).waitFor(WAIT);

    await page.getByRole('button', { name: 'Изменить расписание' }).click();
    await page.getByRole('button', { name: 'Импортируется сама' }).click();
    await page.getByRole('button', { name: 'Сохранить расписание' }).click();
    await page.getByText('Новая таблица импортируется сама').first().waitFor();
    writeFileSync(join(root, 'ромашка', 'прайс-2.csv'), priceList(['SCH-3', 'Лён', '70']));
    await readNow.click(WAIT);
    const row = page.getByRole('row', { name: /прайс-2\.csv/ });
    await row.getByRole('link', { name: 'Импорт завершён' }).waitFor(WAIT);
    expect(readdirSync(join(root, 'ромашка')).toSorted()).toEqual(['прайс-2.csv', 'прайс.csv']);
    expect([...complaints, ...other.complaints]).toEqual([]);
    await context.close();
    await other.context.close();
  });
});
