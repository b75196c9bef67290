import { describe, expect, it } from 'vitest';
import { faultsOfAccess } from '#tests/support/axe.ts';
import { go, heading, windowOf } from '#tests/support/browser.ts';
import { openProduct } from '#tests/support/openProduct.ts';

const { product, browser } = await openProduct();
const shots = process.env['SHOTS'];

describe('Undo and trash in a browser', () => {
  it('[J672] [J673] [N63] [U1] [U4] a save is undone from its notice, and a deleted product comes back from the trash', async () => {
    const { page, context, complaints } = await windowOf(browser, product.address, 'admin');
    const look = async (name: string): Promise<void> => {
      for (const [width, height] of [
        [1440, 900],
        [390, 844],
      ] as const)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height });
          await page.emulateMedia({ colorScheme });
          await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
          if (shots) await page.screenshot({ path: `${shots}/${name}-${width}-${colorScheme}.png` });
          expect(await faultsOfAccess(page)).toEqual([]);
        }
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.emulateMedia({ colorScheme: 'light' });
    };

    await go(page, `${product.address}/content/nomenclature/1/settings`);
    const name = page.getByRole('textbox', { name: /^Название/ });
    const before = await name.inputValue();
    await name.fill('Латте на пробу');
    await page.keyboard.press('Control+s');
    const undo = page.getByRole('button', { name: 'Отменить', exact: true });
    await undo.waitFor();
    if (shots) await page.screenshot({ path: `${shots}/notice.png` });
    await undo.focus();
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Отменить: сохранение' });
    await question.getByText('Вернётся записей: 1').waitFor();
    await look('dialog');
    await question.getByRole('button', { name: 'Отменить', exact: true }).last().focus();
    await page.keyboard.press('Enter');
    await page.getByText('Отменено, записей: 1').waitFor();
    await expect.poll(() => name.inputValue()).toBe(before);

    await go(page, `${product.address}/content/nomenclature`);
    await heading(page, 'Номенклатура').waitFor();
    for (const index of [1, 2, 3]) await page.locator('tbody input[type=checkbox]').nth(index).check();
    await page.getByRole('button', { name: 'Удалить', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить 3' }).click();
    await page.getByRole('button', { name: 'Отменить', exact: true }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Горячие клавиши' });
    await keys.waitFor();
    await page.keyboard.press('F8');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Отменить');
    await page.keyboard.press('Enter');
    await page.getByText('Вернётся записей: 3').waitFor();
    await look('deletion');
    await page.keyboard.press('Escape');
    await page.getByText('Вернётся записей: 3').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await look('list');
    await page.getByRole('link', { name: 'Корзина' }).click();
    await heading(page, 'Номенклатура: корзина').waitFor();
    await page.getByRole('checkbox', { name: 'Выбрать всё на странице' }).check();
    await look('trash');
    await page.getByRole('button', { name: 'Удалить насовсем' }).click();
    await page.getByRole('dialog').waitFor();
    await look('purge');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Восстановить' }).click();
    await page.getByText('Восстановлено: 3').waitFor();
    await page.getByText('Корзина пуста').waitFor();
    await look('empty');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
