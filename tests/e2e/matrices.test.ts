import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { faultsOfAccess } from '#tests/support/axe.ts';
import { go, heading, windowOf } from '#tests/support/browser.ts';
import { openProduct } from '#tests/support/openProduct.ts';

const { product, browser } = await openProduct();

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
    await page.getByRole('combobox', { name: 'Добавить роль' }).waitFor();
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
  });

  it('[L100] [L101] [L102] [X85] an administrator of matrices fills, orders, exports, shares and merges by the mouse', async () => {
    const { page, context, complaints } = await windowOf(browser, product.address, 'admin_matrix');
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    await heading(page, 'Матрицы').waitFor();
    await page
      .getByRole('link', { name: /^(Создать|Добавить)/ })
      .first()
      .click();
    await page.waitForURL('**/matrices/create');
    await page.getByRole('textbox', { name: /Название/ }).fill('Осень');
    await button(/^(Создать|Сохранить)/).click();
    await page.waitForURL(/matrices\/\d+\/nomenclature$/);
    const names = () =>
      goods(page)
        .getByRole('listitem')
        .getByRole('checkbox')
        .evaluateAll(boxes => boxes.map(box => box.ariaLabel));

    await button('Добавить').click();
    const dialog = page.getByRole('dialog', { name: 'Добавить товары' });
    await dialog.getByRole('button', { name: 'Другая матрица' }).click();
    await dialog.getByRole('combobox', { name: 'Матрица' }).click();
    await page.getByRole('option', { name: 'Посуда в кофейнях' }).click();
    await dialog.getByRole('button', { name: 'Проверить' }).click();
    await dialog.getByText('Уже в матрице: 0').waitFor();
    await dialog.getByRole('button', { name: /^Добавить \(\d+\)$/ }).click();
    await page.getByText(/^Добавлено: \d+/).waitFor();
    await expect.poll(async () => (await names()).length).toBeGreaterThan(3);
    const before = await names();
    const total = Number.parseInt(
      (await goods(page)
        .getByText(/^\d+ товар/)
        .textContent()) ?? '',
      10,
    );

    const handles = goods(page).getByRole('button', { name: /^Переместить/ });
    const [from, to] = [await handles.nth(0).boundingBox(), await handles.nth(2).boundingBox()];
    if (!from || !to) throw new Error('a handle is not in sight');
    await page.mouse.move(from.x + 8, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + 8, to.y + to.height / 2, { steps: 8 });
    await page.mouse.up();
    const ordered = [before[1], before[2], before[0], ...before.slice(3)];
    await expect.poll(names).toEqual(ordered);
    await page.reload();
    await expect.poll(names).toEqual(ordered);

    const loading = page.waitForEvent('download');
    await button(/csv/i).click();
    const file = await (await loading).path();
    const lines = readFileSync(file, 'utf8').split('\n').slice(1, 4);
    const called = ordered.slice(0, 3).map(label => label?.match(/«(.*)»$/)?.[1] ?? '');
    expect(called.map((name, at) => lines[at]?.replaceAll('""', '"').includes(name))).toEqual([true, true, true]);

    for (const at of [0, 1]) await goods(page).getByRole('listitem').nth(at).getByRole('checkbox').click();
    await button('Убрать (2)').click();
    await page.getByRole('dialog', { name: 'Убрать из матрицы?' }).getByRole('button', { name: 'Убрать (2)' }).click();
    await page.getByText('Убрано: 2').waitFor();
    await expect.poll(async () => (await names()).slice(0, 3)).toEqual(ordered.slice(2, 5));

    await page.getByRole('link', { name: 'Доступ' }).click();
    await page.getByRole('combobox', { name: 'Пользователь', exact: true }).click();
    await page.getByRole('option', { name: /Жаворонков/ }).click();
    await page.getByText('Менеджер матриц изменяет только те, что создал сам.').waitFor();

    await go(page, `${product.address}/content/matrices/merge`);
    await page.getByRole('combobox', { name: 'Что объединить' }).click();
    for (const name of ['Осень', 'Посуда в кофейнях']) await page.getByRole('option', { name }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: 'В существующую' }).click();
    await page.getByRole('combobox', { name: 'Существующая матрица' }).click();
    await page.getByRole('option', { name: 'Посуда в кофейнях' }).click();
    await page.getByRole('checkbox', { name: 'Удалить исходные матрицы' }).click();
    await page.getByText(`Всего в объединённой: ${total}`).waitFor();
    await button('Объединить').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Объединить' }).click();
    await page.getByText(/^Готово: в матрице «Посуда в кофейнях»/).waitFor();
    await page
      .getByRole('button', { name: 'Открыть матрицу' })
      .or(page.getByRole('link', { name: 'Открыть матрицу' }))
      .click();
    await goods(page)
      .getByText(new RegExp(`^${total} товар`))
      .waitFor();
    await go(page, `${product.address}/content/matrices`);
    await page.getByRole('link', { name: 'Посуда в кофейнях' }).waitFor();
    expect(await page.getByRole('link', { name: 'Осень' }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('[L13] [L19] [L37] two who work on one matrix see what the other does, and neither loses a name', async () => {
    const one = await windowOf(browser, product.address, 'admin_matrix');
    const other = await windowOf(browser, product.address, 'admin');
    await one.page.getByRole('link', { name: 'Магазины у дома' }).click();
    await one.page.waitForURL(/matrices\/\d+\/nomenclature$/);
    const address = one.page.url();
    await go(other.page, address);
    const firstTwo = async (page: Page) => (await goods(page).getByRole('listitem').allTextContents()).slice(0, 2);
    await goods(other.page).getByRole('listitem').nth(1).waitFor();
    const [was, next] = await firstTwo(other.page);
    await goods(one.page)
      .getByRole('button', { name: /^Переместить/ })
      .first()
      .focus();
    await press(one.page, 'ArrowDown');
    for (const { page } of [one, other]) await expect.poll(() => firstTwo(page)).toEqual([next, was]);

    // What one has chosen goes from under them: nothing but what is there is taken out.
    for (const { page } of [one, other]) {
      await goods(page).getByRole('listitem').nth(1).getByRole('checkbox').click();
      await page.getByRole('button', { name: 'Убрать (1)' }).click();
    }
    await one.page.getByRole('dialog').getByRole('button', { name: 'Убрать (1)' }).click();
    await one.page.getByText('Убрано: 1').waitFor();
    await other.page.getByRole('dialog').getByRole('button', { name: 'Убрать (1)' }).click();
    await other.page.getByText('Убрано: 0').waitFor();

    const name = (page: Page) => page.getByRole('textbox', { name: /Название/ });
    for (const { page } of [one, other]) {
      await page.getByRole('link', { name: 'Свойства' }).click();
      await name(page).waitFor();
    }
    await name(one.page).fill('У дома');
    await name(other.page).fill('Магазины во дворе');
    await one.page.getByRole('button', { name: 'Сохранить' }).click();
    await one.page.getByText('Сохранено', { exact: true }).first().waitFor();
    await other.page.getByRole('button', { name: 'Сохранить' }).click();
    const conflict = other.page.getByRole('dialog');
    await conflict.getByText('У дома', { exact: true }).waitFor();
    await conflict.getByRole('radio', { name: 'У вас в форме' }).click();
    await conflict.getByRole('button', { name: /Сохранить/ }).click();
    await heading(one.page, 'Магазины во дворе').waitFor();
    expect([one.complaints, other.complaints]).toEqual([[], []]);
    await one.context.close();
    await other.context.close();
  });

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
    await one.page.getByRole('combobox', { name: 'Добавить роль' }).click();
    await one.page.getByRole('option', { name: 'Администратор матриц' }).click();
    await one.page.getByRole('button', { name: 'Сохранить' }).click();
    await manager.page.getByRole('link', { name: 'Большие магазины' }).waitFor({ state: 'detached' });
    await one.context.close();
    await manager.context.close();
  });
});
