import { describe, expect, it } from 'vitest';
import { faultsOfAccess } from '#tests/support/axe.ts';
import { go, heading, windowOf } from '#tests/support/browser.ts';
import { openProduct } from '#tests/support/openProduct.ts';

const { product, browser } = await openProduct();

describe('The history of changes in two windows', () => {
  it('[J13] [T32] [T33] [U1] [U4] what one person changes another sees at once, and puts back by the keyboard', async () => {
    const { page: editor, ...one } = await windowOf(browser, product.address, 'admin');
    const { page: history, ...other } = await windowOf(browser, product.address, 'content_manager');
    await go(history, `${product.address}/content/history?view=drafts`);
    await heading(history, 'История изменений').waitFor();
    await history.getByText('Неопубликованных изменений нет').waitFor();
    expect(await faultsOfAccess(history)).toEqual([]);

    await go(editor, `${product.address}/content/nomenclature/1/settings`);
    const name = editor.getByRole('textbox', { name: /^Название/ });
    const before = await name.inputValue();
    await name.fill('Латте на пробу');
    await editor.keyboard.press('Control+s');
    await editor.getByRole('link', { name: 'Не опубликовано: 1 изменение' }).waitFor();

    const card = history.getByRole('button', { name: /1 изменение.*Латте на пробу/ });
    await card.focus();
    await history.keyboard.press('Enter');
    const changes = history.getByRole('region', { name: /^Изменения:/ });
    await changes.locator('del', { hasText: before }).waitFor();
    await changes.locator('ins', { hasText: 'Латте на пробу' }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await history.emulateMedia({ colorScheme });
      await history.locator(`html[data-theme=${colorScheme}]`).waitFor();
      expect(await faultsOfAccess(history)).toEqual([]);
    }

    await changes.getByRole('button', { name: 'Вернуть: Название' }).focus();
    await history.keyboard.press('Enter');
    const question = history.getByRole('dialog');
    await question.getByRole('button', { name: 'Вернуть' }).focus();
    await history.keyboard.press('Enter');
    await history.getByRole('link', { name: 'Не опубликовано: 1 изменение' }).waitFor();
    await expect.poll(() => name.inputValue()).toBe(before);

    await editor.getByRole('button', { name: 'История' }).click();
    const panel = editor.getByRole('dialog', { name: `История: ${before}` });
    await expect.poll(() => panel.locator('ol > li').count()).toBe(2);
    expect(await faultsOfAccess(editor)).toEqual([]);
    expect([...one.complaints, ...other.complaints]).toEqual([]);
    await Promise.all([one.context.close(), other.context.close()]);
  });
});
