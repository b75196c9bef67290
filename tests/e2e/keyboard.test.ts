import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addedReference } from '#tests/support/attributes.ts';
import { go, openWindow, pressNew, windowOf } from '#tests/support/browser.ts';
import { largeTable } from '#tests/support/largeTable.ts';
import { openProduct } from '#tests/support/openProduct.ts';
import { pressUntil } from '#tests/support/pressUntil.ts';

const { product, browser } = await openProduct();

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
    // After the last control the focus leaves the page, and comes back to its first one. A page that has just opened
    // may give the focus to its heading, for screen readers only.
    if (await page.evaluate(() => document.activeElement?.matches('body, h1'))) continue;
    // The frame of a field is drawn after the focus has come.
    await expect.poll(() => focusOf(page)).toMatchObject({ name: expect.any(String), isVisible: true });
    const focus = await focusOf(page);
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
    await page.getByText('Сохранено', { exact: true }).waitFor();

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
    await page.locator('input[name=table]').waitFor({ state: 'attached' });
    const choosing = page.waitForEvent('filechooser');
    await press(page, /файл/i);
    await (await choosing).setFiles(await largeTable(60_000));
    await page.getByRole('button', { name: 'Импортировать', exact: true }).waitFor({ timeout: 120_000 });
    await press(page, /^Импортировать$/);
    await page.getByRole('heading', { name: 'Импортируем' }).waitFor({ timeout: 120_000 });
    await press(page, /^Отменить импорт/);
    await page.getByRole('dialog').waitFor();
    await press(page, /^Отменить импорт/);
    await page.getByRole('heading', { name: 'Импорт отменён' }).waitFor({ timeout: 120_000 });

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

/** Fills fields one after another, each reached by Tab from the one before. */
const fill = async (page: Page, ...fields: readonly (readonly [name: RegExp, text: string])[]): Promise<void> => {
  for (const [name, text] of fields) {
    await tabTo(page, name);
    await page.keyboard.type(text);
  }
};
/** Moves the second of several by its handle: each key once what the key before did has been announced. */
const moveToFront = async (page: Page, handle: RegExp, ...keys: readonly (readonly [string, RegExp])[]) => {
  const handles = page.getByRole('button', { name: handle });
  await handles.nth(1).waitFor();
  const second = (await handles.nth(1).getAttribute('aria-label')) ?? '';
  await tabTo(page, handle);
  await tabTo(page, handle);
  for (const [key, announced] of keys) {
    if (key.startsWith('Arrow')) await pressUntil(page, key, announced);
    else {
      await page.keyboard.press(key);
      await page.getByText(announced).waitFor({ state: 'attached' });
    }
  }
  await expect.poll(() => handles.first().getAttribute('aria-label')).toBe(second);
  expect(await focusOf(page)).toEqual({ name: second, isVisible: true });
};

describe('Arranging without a mouse', () => {
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ page, complaints } = await windowOf(browser, product.address, 'admin'));
  });
  afterAll(() => page?.context().close());
  const open = async (path: string): Promise<void> => {
    await go(page, `${product.address}/content${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };

  it('[T683] [U3] a category is renamed, moved and saved, and an assortment gets a product', async () => {
    await open('/categories?platform=cafe');
    await page.getByRole('treeitem').nth(2).waitFor();
    await tabTo(page, /^Категории:/);
    for (const key of ['End', 'F2']) await page.keyboard.press(key);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Сезонное меню');
    await page.keyboard.press('Enter');
    for (const key of ['Control+x', 'Home', 'Control+v', 'Control+s']) await page.keyboard.press(key);
    await page.getByText('Дерево категорий сохранено').waitFor();
    expect(await focusOf(page)).toMatchObject({ name: expect.stringMatching(/^Категории:/), isVisible: true });

    await open('/matrices/1/nomenclature');
    await press(page, /^Добавить$/);
    await page.getByRole('dialog', { name: 'Добавить товары' }).waitFor();
    await fill(page, [/^Найти/, 'кефир']);
    await page.locator('dialog, [role=dialog]').getByText(/кефир/i).first().waitFor();
    await page.getByText(/^Найдено: \d/).waitFor();
    await tabTo(page, /кефир/i);
    await page.keyboard.press('Space');
    await press(page, /^Добавить \(1\)/);
    await page.getByText('Добавлено: 1').waitFor();
    expect((await focusOf(page)).name).toBe('Добавить');
  });

  it('[T683] [U3] an attribute is defined, a user gets a role and a right of their own, and a list its values in order', async () => {
    await open('/settings/attribute');
    await pressNew(page);
    await expect.poll(async () => (await focusOf(page)).name).toBe('Новый атрибут');
    await fill(page, [/^Название/, 'Жирность'], [/^Код/, 'fat']);
    await tabTo(page, /^Тип/);
    for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    await fill(page, [/^Единица/, '%']);
    await press(page, /^Создать$/);
    await page.getByRole('heading', { level: 1, name: 'Жирность' }).waitFor();

    await open('/users');
    await pressNew(page);
    await expect.poll(async () => (await focusOf(page)).name).toBe('Новый пользователь');
    await fill(page, [/^Фамилия/, 'Зимин'], [/^Имя/, 'Олег'], [/почта/, 'zimin@example.com'], [/^Роль/, 'Бухгалтер']);
    await page.getByRole('option', { name: 'Бухгалтер' }).waitFor();
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    await tabTo(page, /^Товары: изображения/);
    await page.keyboard.press('Space');
    await press(page, /^Создать$/);
    await page.getByRole('dialog', { name: 'Пароль для нового пользователя' }).waitFor();
    await press(page, /^Готово/);
    await page.getByRole('heading', { level: 1, name: 'Зимин Олег' }).waitFor();

    await open('/settings/reference/create');
    await fill(page, [/^Название/, addedReference.name], [/^Код/, addedReference.code]);
    await press(page, /^Создать$/);
    await page.getByRole('heading', { level: 1, name: addedReference.name }).waitFor();
    await fill(page, [/^Добавить значения/, 'Пакет\nБанка']);
    await press(page, /^Добавить$/);
    await page.getByText('Добавлено: 2').waitFor();
    await moveToFront(page, /^Переместить «/, ['ArrowUp', /: место 1 из 2/]);
    await press(page, /^Сохранить порядок/);
    await page.getByText('Порядок сохранён').waitFor();
  });

  it('[T683] [U3] pictures are put in another order', async () => {
    await open('/nomenclature/1/images');
    await moveToFront(
      page,
      /^Переместить: /,
      ['Space', / взято, место 2 /],
      ['ArrowLeft', /: место 1 из /],
      ['Space', / оставлено на месте 1 /],
    );
    expect(complaints).toEqual([]);
  });
});
