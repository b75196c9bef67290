import { describe, expect, it } from 'vitest';
import { follow, openWindow, windowOf } from '#tests/support/browser.ts';
import { openProduct } from '#tests/support/openProduct.ts';

const { product, browser } = await openProduct();

describe('§2 Administration of people', () => {
  it('[F8] [V4] [V460] [A7] [A9] [A18] a new user signs in with the password that was copied, and is signed out when blocked', async () => {
    const admin = await windowOf(browser, product.address, 'admin');
    await admin.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { page } = admin;
    await follow(page, '/content/users/create');
    await page.getByLabel('Фамилия').fill('Зимин');
    await page.locator('input[name=first_name]').fill('Олег');
    await page.getByLabel('Электронная почта').fill('zimin@example.com');
    await page.getByRole('combobox', { name: 'Роль' }).fill('Бухг');
    await page.getByRole('option', { name: 'Бухгалтер' }).click();
    await page.getByRole('button', { name: 'Создать' }).click();
    const dialog = page.getByRole('dialog', { name: 'Пароль для нового пользователя' });
    const face = await dialog.getByLabel('Пароль').evaluate(field => getComputedStyle(field).fontFamily);
    expect(face).toMatch(/monospace$/);
    const main = dialog.locator('button[data-variant=contained]');
    expect(await main.allTextContents()).toEqual(['Скопировать данные для входа']);
    await page.getByRole('button', { name: 'Скопировать', exact: true }).click();
    await page.getByText('Пароль скопирован').waitFor();
    const password = await page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole('button', { name: 'Готово' }).click();
    await page.getByRole('heading', { level: 1, name: 'Зимин Олег' }).waitFor();

    const other = await openWindow(browser);
    await other.page.goto(`${product.address}/login`);
    await other.page.fill('input[type=email]', 'zimin@example.com');
    await other.page.fill('input[type=password]', password);
    await other.page.getByRole('button', { name: 'Войти' }).click();
    await other.page.waitForURL('**/content/**');
    await other.page.getByText('Изменения видны сразу').waitFor({ state: 'attached' });

    await follow(page, '/content/users');
    await page.getByRole('row', { name: /Зимин Олег/ }).hover();
    await page.getByRole('button', { name: 'Заблокировать: Зимин Олег' }).click();
    await page.getByRole('button', { name: 'Заблокировать', exact: true }).click();
    await page.getByText('Пользователь заблокирован: Зимин Олег').waitFor();
    await other.page.waitForURL('**/login');
    await other.page.fill('input[type=email]', 'zimin@example.com');
    await other.page.fill('input[type=password]', password);
    await other.page.getByRole('button', { name: 'Войти' }).click();
    await other.page.getByText('Учётная запись заблокирована').waitFor();
    expect([...admin.complaints, ...other.complaints]).toEqual([]);
    await Promise.all([admin.context.close(), other.context.close()]);
  });
});
