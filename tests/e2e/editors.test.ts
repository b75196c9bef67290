import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { faultsOfAccess } from '../support/axe.ts';
import { go, heading, windowOf } from '../support/browser.ts';
import { openProduct } from '../support/openProduct.ts';

const { product, browser } = await openProduct();

const tab = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Разделы' })
    .or(page.locator('main'))
    .getByRole('link', { name, exact: true })
    .first();
const unsaved = (page: Page) => page.getByRole('region', { name: 'Не сохранено' });
const box = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });

describe('The editors in a browser', () => {
  it('[U18] a press on a row opens the record with the code that came while the list was read', async () => {
    const { page, context, complaints } = await windowOf(browser, product.address, 'content_manager');
    const asked: string[] = [];
    page.on('request', request => asked.push(request.url()));
    await go(page, `${product.address}/content/nomenclature`);
    await page.locator('tbody tr[data-id]').first().waitFor();
    // Asked in the document, because the one before it may have requested the same just now.
    const countEditorFiles = () =>
      performance.getEntriesByType('resource').filter(({ name }) => /\/editor-[^/]+\.js$/.test(name)).length;
    await expect.poll(() => page.evaluate(countEditorFiles)).toBeGreaterThan(0);
    await page.waitForLoadState('networkidle');
    asked.length = 0;
    await page.locator('tbody tr[data-id] td:nth-child(5)').first().click();
    await page.locator('main form input[name=name]').waitFor();
    expect(asked.filter(url => url.endsWith('.js'))).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('[F4] [L40] [L62] [L90] [L92] [L111] [N21] a manager goes through every tab of a product, and one bar saves what was typed in all', async () => {
    const { page, context, complaints } = await windowOf(browser, product.address, 'admin');
    await go(page, `${product.address}/content/nomenclature/1/settings`);
    await box(page, 'Название').fill('Товар из браузера');
    await page
      .getByRole('button', { name: /English/ })
      .first()
      .click();
    expect(await faultsOfAccess(page)).toEqual([]);

    await tab(page, 'Цена').click();
    await page.waitForURL('**/1/price');
    await box(page, 'Цена, RUB').fill('95,5');
    await box(page, 'Меню кафе').fill('120,90');
    expect(await faultsOfAccess(page)).toEqual([]);

    await tab(page, 'Категории').click();
    await page.waitForURL('**/1/categories');
    const cafe = page.getByRole('group', { name: 'Меню кафе' });
    await cafe.getByRole('searchbox').fill('обед');
    await cafe.getByRole('treeitem').filter({ hasText: /^Обед/ }).first().click();
    await expect.poll(() => cafe.getByRole('treeitem', { checked: true }).count()).toBeGreaterThan(0);
    await unsaved(page).getByRole('link', { name: 'Название' }).waitFor();
    await unsaved(page).getByRole('link', { name: 'Цена, RUB' }).waitFor();
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText('Сохранено', { exact: true }).first().waitFor();
    await heading(page, 'Товар из браузера').waitFor();

    await tab(page, 'Модели').click();
    await page.waitForURL('**/1/models');
    const models = page.getByRole('region', { name: /модел/i });
    await page.getByRole('button', { name: 'Добавить' }).click();
    const dialog = page.getByRole('dialog', { name: /^Добавить/ });
    await dialog.getByRole('checkbox', { disabled: false }).nth(1).click();
    await dialog.getByRole('button', { name: 'Связать (1)' }).click();
    await page.getByText('Связано: 1').waitFor();
    const links = () => models.getByRole('listitem').count();
    await expect.poll(links).toBeGreaterThan(0);
    const before = await links();
    await page
      .getByRole('button', { name: /^Открепить/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Открепить' }).click();
    await expect.poll(links).toBe(before - 1);

    await tab(page, 'Изображения').click();
    await page.waitForURL('**/1/images');
    await page.getByRole('region', { name: 'Изображения' }).waitFor();
    await page.reload();
    await tab(page, 'Цена').click();
    await expect.poll(() => box(page, 'Меню кафе').inputValue()).toBe('120,90');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('[L120] a picker opens by one press; where a key or its label brings the focus, what is typed takes its place', async () => {
    const { page, context, complaints } = await windowOf(browser, product.address, 'admin');
    const brand = page.getByRole('combobox', { name: 'Бренд' });
    const open = async () => {
      await go(page, `${product.address}/content/nomenclature/2/settings`);
      await brand.waitFor();
    };
    const isOpen = () => brand.getAttribute('aria-expanded');
    const type = async () => {
      expect(await isOpen()).toBe('false');
      await page.keyboard.type('егор');
      await page.getByRole('listbox').getByRole('option', { name: 'Маслобойня Егоровых' }).waitFor();
      expect(await brand.inputValue()).toBe('егор');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect.poll(() => brand.inputValue()).toBe('Маслобойня Егоровых');
      await unsaved(page).getByRole('link', { name: 'Бренд' }).waitFor();
      await unsaved(page).getByRole('button', { name: 'Отменить' }).click();
    };
    await open();
    await expect.poll(() => brand.inputValue()).toBe('Тёплый угол');
    await brand.click();
    await expect.poll(isOpen).toBe('true');
    await page.keyboard.press('Escape');
    expect(await faultsOfAccess(page)).toEqual([]);
    expect(await brand.inputValue()).toBe('Тёплый угол');

    await open();
    await box(page, 'Штрихкод').focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => brand.evaluate(element => element === document.activeElement)).toBe(true);
    await type();

    await open();
    await page.locator('label', { hasText: 'Бренд' }).click();
    await type();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('[L21] [L52] [L53] of values in use and not in use the one that failed is named, and stays selected', async () => {
    const { page, context, complaints } = await windowOf(browser, product.address, 'admin');
    await go(page, `${product.address}/content/settings/reference/brand`);
    const rows = page.locator('[data-row-link]');
    await rows.first().waitFor();
    const used = (await rows.first().textContent()) ?? '';
    await page
      .getByRole('link', { name: /^(Создать|Добавить)/ })
      .first()
      .click();
    const spare = `${used} и никто`;
    await box(page, /Название/).fill(spare);
    await page.getByRole('button', { name: /^(Создать|Сохранить)/ }).click();
    await page
      .getByText(/^(Создано|Сохранено)/)
      .first()
      .waitFor();
    await go(
      page,
      `${product.address}/content/settings/reference/brand?filter=${encodeURIComponent(JSON.stringify({ search: used }))}`,
    );
    await expect.poll(async () => (await rows.allTextContents()).toSorted()).toEqual([used, spare]);
    for (const name of [used, spare])
      await page
        .getByRole('row')
        .filter({ has: page.getByRole('link', { name, exact: true }) })
        .getByRole('checkbox')
        .click();
    await page.getByRole('button', { name: 'Удалить' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Удалить 2' }).click();
    await dialog.getByText(/Удалено 1 из 2/).waitFor();
    await dialog
      .getByText(/^Запись используется, удалить её нельзя/)
      .first()
      .waitFor();
    await dialog.getByRole('button', { name: 'Закрыть' }).click();
    await expect.poll(() => rows.allTextContents()).toEqual([used]);
    await page.getByText(/^Выбрано: 1 /).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
