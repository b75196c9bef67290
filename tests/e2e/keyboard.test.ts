import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openWindow } from '#tests/support/browser.ts';
import { largeTable } from '#tests/support/largeTable.ts';
import { type Product, startProduct } from '#tests/support/product.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

interface Focus {
  name: string;
  isVisible: boolean;
}

/** What has the focus, and whether a person sees that: an outline, or a frame that differs from the unfocused one. */
const focusOf = (page: Page): Promise<Focus> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const label = (element as HTMLInputElement).labels?.[0]?.innerText;
    const name = element.getAttribute('aria-label') ?? label ?? element.innerText;
    const { width, height } = element.getBoundingClientRect();
    const around = [
      element,
      ...(function* parents() {
        for (let one = element.parentElement, left = 3; one && left > 0; one = one.parentElement, left -= 1) yield one;
      })(),
    ];
    const isMarked = around.some(one => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      const frame = one.querySelector('fieldset');
      return (
        (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) ||
        boxShadow !== 'none' ||
        (frame !== null && Number.parseFloat(getComputedStyle(frame).borderTopWidth) > 1)
      );
    });
    return { name: name.trim(), isVisible: isMarked && width > 0 && height > 0 };
  });

/** Presses Tab until something of that name has the focus, which must be visible all the way. */
const tabTo = async (page: Page, name: RegExp): Promise<void> => {
  const passed: string[] = [];
  for (let tabs = 0; tabs < 150; tabs += 1) {
    await page.keyboard.press('Tab');
    // After the last control the focus leaves the page, and comes back to its first one.
    if (await page.evaluate(() => document.activeElement === document.body)) continue;
    const focus = await focusOf(page);
    expect(focus).toMatchObject({ name: expect.any(String), isVisible: true });
    if (name.test(focus.name)) return;
    passed.push(focus.name);
  }
  throw new Error(`nothing is called ${name} among ${passed.join(' | ')}`);
};
const press = async (page: Page, name: RegExp): Promise<void> => {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
};

describe('A day without a mouse', () => {
  it('[U3] [U5] [U7] the keyboard alone signs in, finds, edits, imports, cancels, acts as another user and deletes', async () => {
    const { context, page, complaints } = await openWindow(browser);
    await page.goto(`${product.address}/login`);
    await page.getByLabel('Электронная почта').waitFor();
    await page.keyboard.type('admin@demo.local');
    await tabTo(page, /^Пароль/);
    await page.keyboard.type('demo-demo');
    await page.keyboard.press('Enter');
    await page.locator('tr[data-id]').nth(5).waitFor();

    await page.keyboard.press('/');
    await page.keyboard.type('латте');
    await page.getByRole('row').filter({ hasText: /латте/i }).first().waitFor();
    await page.keyboard.press('Escape');
    await tabTo(page, /латте/i);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/settings');
    await tabTo(page, /^Вес/);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('0,777');
    await page.keyboard.press('Control+s');
    await page.getByText('Сохранено').waitFor();

    await press(page, /^Удалить/);
    const question = page.getByRole('dialog');
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    expect((await focusOf(page)).name).toMatch(/^Удалить/);
    await page.keyboard.press('Enter');
    await question.waitFor();
    await press(page, /^Удалить/);
    await page.waitForURL(/\/content\/nomenclature(\?|$)/);

    await page.goto(`${product.address}/content/nomenclature/import`);
    await page.locator('input[type=file]').waitFor({ state: 'attached' });
    const choosing = page.waitForEvent('filechooser');
    await press(page, /файл/i);
    await (await choosing).setFiles(await largeTable(60_000));
    await page.getByRole('button', { name: 'Импортировать', exact: true }).waitFor();
    await press(page, /^Импортировать$/);
    await page.getByRole('heading', { name: 'Импортируем' }).waitFor({ timeout: 60_000 });
    await press(page, /^Отменить импорт/);
    await page.getByRole('dialog').waitFor();
    await press(page, /^Отменить импорт/);
    await page.getByRole('heading', { name: 'Импорт отменён' }).waitFor({ timeout: 60_000 });

    await page.goto(`${product.address}/content/users`);
    await page.locator('tr[data-id]').first().waitFor();
    await press(page, /^Войти под пользователем: /);
    await page.getByText(/^Вы работаете как /).waitFor();
    await press(page, /^Вернуться в свою учётную запись/);
    await page.getByText(/^Вы работаете как /).waitFor({ state: 'hidden' });
    await page.waitForURL('**/content/users');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
