import { readFileSync } from 'node:fs';
import { readXlsx } from 'hucre/xlsx';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOfAccess } from '#tests/support/axe.ts';
import { follow, go, heading, openBrowser, windowOf } from '#tests/support/browser.ts';
import { type Call, callerOf } from '#tests/support/calls.ts';
import { type Product, startProduct } from '#tests/support/product.ts';

let product: Product;
let browser: Browser;
let call: Call;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  call = await callerOf(product.address, 'admin');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const LANGUAGES = '/content/settings/language';
const PROJECTS = '/content/settings/project';

interface Language {
  id: number;
  name: string;
}
let made = 0;
const addLanguage = async (): Promise<Language> => {
  made += 1;
  return call<Language>('POST', '/language', { name: `Язык ${made}`, code: `l${made}` });
};
const names = async (): Promise<string[]> =>
  (await call<{ items: Language[] }>('GET', '/language?page=1&per_page=100')).items.map(({ name }) => name);

/** How long a notice offers to take a deletion back, in ms: too short for a slow machine to do anything meanwhile. */
const UNDO_OFFER_MS = Number(/MIN_DISPLAY_MS.*\binfo: (\d+)/.exec(readFileSync('src/layout/Notices.tsx', 'utf8'))?.[1]);

const open = async (path: string, options = {}) => {
  const window = await windowOf(browser, product.address, 'admin', options);
  await window.page.addInitScript(offer => {
    const start = globalThis.setTimeout;
    const startStretched = (handler: TimerHandler, ms?: number, ...rest: unknown[]) =>
      start(handler, ms === offer ? 100 * offer : ms, ...rest);
    Object.assign(globalThis, { setTimeout: startStretched });
  }, UNDO_OFFER_MS);
  await go(window.page, `${product.address}${path}`);
  return window;
};
const box = (page: Page, name: string) => page.getByRole('textbox', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const notice = (page: Page, text: string) => page.getByText(text, { exact: true });
/** The answers of a window's writes. */
const answersOf = (page: Page): string[] => {
  const answers: string[] = [];
  page.on('response', response => {
    const method = response.request().method();
    if (/PUT|DELETE/.test(method)) answers.push(`${method} ${response.status()}`);
  });
  return answers;
};

describe('A resource of stock screens', () => {
  it('[Q7] [H18] is listed, made and edited at its own addresses, under the policy of the page', async () => {
    const { page, context, complaints } = await open(LANGUAGES);
    await heading(page, 'Языки').waitFor();
    await expect.poll(() => page.title()).toBe('Витрина — Языки');
    const link = page.getByRole('link', { name: 'Создать' });
    expect(await link.getAttribute('href')).toBe(`${LANGUAGES}/create`);
    await link.click();
    await heading(page, 'Новый язык').waitFor();
    expect(await page.locator('label').allInnerTexts()).toEqual(['Название\u2009*', 'Код\u2009*', 'В архиве']);
    await box(page, 'Название').fill('Татарча');
    await box(page, 'Код').fill('tt');
    await button(page, 'Создать').click();
    await heading(page, 'Татарча').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/content\/settings\/language\/\d+\/edit$/);
    await expect.poll(() => page.title()).toBe('Витрина — Татарча');
    await box(page, 'Название').fill('Татар теле');
    await button(page, 'Сохранить').click();
    await heading(page, 'Языки').waitFor();
    const row = page.getByRole('link', { name: 'Татар теле' });
    expect(await row.getAttribute('href')).toMatch(/^\/content\/settings\/language\/\d+\/edit$/);
    expect(await names()).toContain('Татар теле');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('[Q8] shows a refusal at its field, with one notice, and keeps what was typed', async () => {
    const { id } = await addLanguage();
    const { page, context } = await open(`${LANGUAGES}/${id}/edit`);
    await box(page, 'Код').fill('ru');
    await button(page, 'Сохранить').click();
    await page.getByText('Такое значение уже есть').waitFor();
    expect(await notice(page, 'Не сохранено: проверьте отмеченные поля').count()).toBe(1);
    expect(await box(page, 'Код').inputValue()).toBe('ru');
    await context.close();
  });

  it('[Q10] takes in what others save while somebody types, and saves without a conflict', async () => {
    const { id } = await addLanguage();
    const { page, context } = await open(`${LANGUAGES}/${id}/edit`);
    const answers = answersOf(page);
    await box(page, 'Название').fill('Моё название');
    await call('PUT', `/language/${id}`, { code: 'theirs' });
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=code]')?.value === 'theirs');
    expect(await box(page, 'Название').inputValue()).toBe('Моё название');
    await button(page, 'Сохранить').click();
    await heading(page, 'Языки').waitFor();
    expect(answers).toEqual(['PUT 200']);
    expect(await call('GET', `/language/${id}`)).toMatchObject({ name: 'Моё название', code: 'theirs' });
    await context.close();
  });

  it('[Q8] asks for confirmation before it is left with something unsaved, once, and not after it was saved', async () => {
    const { id } = await addLanguage();
    const { page, context } = await open(`${LANGUAGES}/${id}/edit`);
    await box(page, 'Название').fill('Начатое');
    await page
      .getByRole('link', { name: 'Проекты' })
      .or(page.getByRole('link', { name: 'Настройки' }))
      .first()
      .click();
    const question = page.getByRole('dialog', { name: 'Уйти без сохранения?' });
    await question.getByRole('button', { name: 'Остаться' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await box(page, 'Название').inputValue()).toBe('Начатое');
    await button(page, 'Сохранить').click();
    await heading(page, 'Языки').waitFor();
    expect(await question.count()).toBe(0);
    await context.close();
  });

  it('[J645] selects all that match, on whatever page and however many', async () => {
    const many: Language[] = [];
    for (let at = 0; at < 260; at += 1)
      many.push(await call<Language>('POST', '/language', { name: `Наречие ${at}`, code: `many${at}` }));
    const { page, context, complaints } = await open(LANGUAGES);
    await box(page, 'Поиск').fill('наречие');
    await page.getByText('из 260').first().waitFor();
    await page.getByRole('checkbox').first().check();
    await button(page, 'Выбрать все').click();
    await page.getByText('Выбрано 260 записей').first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
    // The tests below read the first page of the list.
    for (const { id } of many) await call('DELETE', `/language/${id}`);
  });

  it('[Q9] exports all records that match, and those that are selected, with our headings', async () => {
    const { page, context } = await open(LANGUAGES);
    await addLanguage();
    await page.getByRole('checkbox').nth(1).waitFor();
    const exported = async (press = button(page, 'Экспорт').first()) => {
      const coming = page.waitForEvent('download');
      await press.click();
      const { sheets } = await readXlsx(readFileSync(await (await coming).path()));
      return sheets[0]?.rows ?? [];
    };
    const rows = await exported();
    expect(rows[0]).toEqual(expect.arrayContaining(['Название', 'Код', 'Порядок', 'В архиве']));
    expect(rows.slice(1).map(([, name, , code]) => [name, code].join())).toHaveLength((await names()).length);
    await page.getByRole('checkbox').nth(1).check();
    await page.getByText('Выбрана 1 запись').first().waitFor();
    const chosen = await exported(button(page, 'Экспорт').last());
    expect(chosen).toHaveLength(2);
    expect(rows).toContainEqual(chosen[1]);
    await context.close();
  });
});

describe('Deleting on a stock screen', () => {
  const openDeleted = async () => {
    const { id, name } = await addLanguage();
    const window = await open(`${LANGUAGES}/${id}/edit`);
    await heading(window.page, name).waitFor();
    await button(window.page, 'Удалить').click();
    await heading(window.page, 'Языки').waitFor();
    await notice(window.page, 'Удалена 1 запись').waitFor();
    // Otherwise it would be gone whatever the test does next.
    expect(await names()).toContain(name);
    return { ...window, name };
  };

  it('[Q3] is taken back by «Отменить», and sent when the notice is closed', async () => {
    const { page, context, name } = await openDeleted();
    await button(page, 'Отменить').click();
    await page.getByRole('link', { name }).waitFor();
    expect(await names()).toContain(name);
    await page.getByRole('link', { name }).click();
    await button(page, 'Удалить').click();
    await notice(page, 'Удалена 1 запись').waitFor();
    await button(page, 'Скрыть сообщение').last().click();
    await expect.poll(names).not.toContain(name);
    await context.close();
  });

  it.each([
    ['the page is left', (page: Page) => page.goto('about:blank')],
    ['the page is loaded anew', (page: Page) => page.reload()],
    ['the tab is closed', (page: Page) => page.close()],
  ])('[Q3] is sent when %s', async (_, leave) => {
    const { page, context, name } = await openDeleted();
    await leave(page);
    await expect.poll(names).not.toContain(name);
    await context.close();
  });

  it('[Q3] is sent before its author signs out', async () => {
    const { page, context, name } = await openDeleted();
    const answers = answersOf(page);
    await page.getByRole('button', { name: /Полина/ }).click();
    await page.getByRole('menuitem', { name: 'Выйти' }).click();
    await page.waitForURL('**/login');
    expect(answers).toContain('DELETE 200');
    expect(await names()).not.toContain(name);
    await context.close();
  });

  it('[Q3] [Q4] of several with two notices at once is sent when the tab is closed', async () => {
    const [one, other] = [await addLanguage(), await addLanguage()];
    const { page, context } = await open(LANGUAGES);
    for (const { name } of [one, other]) {
      await page
        .getByRole('row', { name: new RegExp(name) })
        .getByRole('checkbox')
        .check();
      await button(page, 'Удалить').click();
      await page.getByRole('link', { name, exact: true }).waitFor({ state: 'detached' });
    }
    expect(await names()).toEqual(expect.arrayContaining([one.name, other.name]));
    await page.close();
    await expect.poll(names).not.toContain(other.name);
    await expect.poll(names).not.toContain(one.name);
    await context.close();
  });
});

describe('The look of stock screens', () => {
  it('[Q11] [U1] [U4] passes the checks of access in both themes, and fits a phone', async () => {
    const { page, context, complaints } = await open(LANGUAGES, { reducedMotion: 'reduce' });
    const faults: string[] = [];
    for (const [path, title] of [
      [LANGUAGES, 'Языки'],
      [`${LANGUAGES}/1/edit`, 'Русский'],
      [`${PROJECTS}/create`, 'Новый проект'],
      [PROJECTS, 'Проекты'],
    ] as const) {
      await follow(page, path);
      await heading(page, title).waitFor();
      await page.locator('form input, tbody a').first().waitFor();
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 844 });
        const isTooWide = () => page.locator('main').evaluate(main => main.scrollWidth > main.clientWidth);
        await expect.poll(isTooWide, { message: `${path} ${width}` }).toBe(false);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          faults.push(...(await faultsOfAccess(page)).map(fault => `${path} ${width} ${colorScheme} ${fault}`));
        }
      }
    }
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
