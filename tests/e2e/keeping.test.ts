import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBrowser, openWindow, signIn } from '../support/browser.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
let browser: Browser;
let window: { context: BrowserContext; page: Page; complaints: string[] };
/** Of each test another product, so that none meets what another left. */
let id = 200;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});
beforeEach(async () => {
  id += 1;
  window = await openWindow(browser);
  await signIn(window.page, product.address, 'product_manager');
});
afterEach(() => window.context.close());

const address = () => `${product.address}/content/nomenclature/${id}/settings`;
const description = (page: Page) => page.getByRole('textbox', { name: 'Описание' });
const note = (page: Page) => page.getByText(/^Остались несохранённые изменения/);
const openEditor = async (page: Page): Promise<void> => {
  await page.goto(address());
  await description(page).waitFor();
};
/** The editor once it has had the time to offer something: what is asked for later has come. */
const settled = (page: Page): Promise<void> => page.getByText('Изменения видны сразу').waitFor();

/** What the browser keeps of unsaved work, whoever owns it. */
const kept = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>(resolve => {
        const opening = indexedDB.open('vitrina-unsaved');
        opening.onsuccess = () => {
          const forms = opening.result.transaction('forms').objectStore('forms').getAll();
          forms.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(forms.result));
          };
        };
      }),
  );
const write = async (page: Page, text: string): Promise<void> => {
  await description(page).fill('');
  await description(page).pressSequentially(text);
};
const writeAndKeep = async (page: Page, text: string): Promise<void> => {
  await write(page, text);
  await expect.poll(() => kept(page)).toContain(`"description":"${text}"`);
};
/** Ends the process behind a tab: no event reaches the page, as when a machine loses its power. */
const kill = async (page: Page): Promise<void> => {
  const cdp = await window.context.newCDPSession(page);
  const dead = page.waitForEvent('crash');
  // Nobody is left to answer it.
  void cdp.send('Page.crash').catch(() => undefined);
  await dead;
  await page.close();
};
const restore = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('button', { name: 'Вернуть все' }).click();
  await expect.poll(() => description(page).inputValue()).toBe(text);
};

describe('Unsaved work survives', () => {
  it('[L30] [L31] [L33] a tab that is killed, and is forgotten once it is saved', async () => {
    await openEditor(window.page);
    await writeAndKeep(window.page, 'Первый текст');
    await kill(window.page);
    const page = await window.context.newPage();
    await openEditor(page);
    await note(page).waitFor();
    await restore(page, 'Первый текст');
    await page.keyboard.press('Control+s');
    await page.getByText('Сохранено', { exact: true }).waitFor();
    await expect.poll(() => kept(page)).toBe('[]');
    await page.reload();
    await settled(page);
    expect(await note(page).count()).toBe(0);
  });

  it('[L30] [L11] a reload in the middle of a word, which the browser lets the user confirm', async () => {
    const { page } = window;
    const asked: string[] = [];
    page.on('dialog', dialog => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await openEditor(page);
    await write(page, 'Недописанное сло');
    await page.reload();
    await note(page).waitFor();
    await restore(page, 'Недописанное сло');
    expect(asked).toEqual(['beforeunload']);
  });

  it('[L31] [S26] a session that ended, whose owner signs in later', async () => {
    const { page } = window;
    await openEditor(page);
    await writeAndKeep(page, 'Второй текст');
    await page.evaluate(async () => {
      const { access } = JSON.parse(localStorage.getItem('vitrina.tokens') ?? '{}') as { access: string };
      await fetch('/api/auth/logout', { method: 'POST', headers: { Authorization: `Bearer ${access}` } });
    });
    await page.getByRole('button', { name: 'Сохранить' }).click();
    const ended = page.getByRole('dialog', { name: 'Сеанс закончился' });
    await ended.getByRole('button', { name: 'Уйти без сохранения' }).click();
    await page.waitForURL('**/login');
    await page.fill('input[type=email]', 'product_manager@demo.local');
    await page.fill('input[type=password]', 'demo-demo');
    await page.keyboard.press('Enter');
    await page.waitForURL(address());
    await note(page).waitFor();
    await restore(page, 'Второй текст');
  });

  it('[L31] [T6] the version wipe', async () => {
    const { page } = window;
    await openEditor(page);
    await writeAndKeep(page, 'Третий текст');
    await page.evaluate(() => {
      localStorage.setItem('vitrina.version', '0.0.1');
      localStorage.removeItem('vitrina.version.before');
    });
    await kill(page);
    const next = await window.context.newPage();
    await next.goto(address());
    await next.waitForURL('**/login');
    expect(await next.evaluate(() => localStorage.getItem('vitrina.tokens'))).toBeNull();
    await next.fill('input[type=email]', 'product_manager@demo.local');
    await next.fill('input[type=password]', 'demo-demo');
    await next.keyboard.press('Enter');
    await next.waitForURL(address());
    await note(next).waitFor();
    await restore(next, 'Третий текст');
  });

  it('[L31] [N7] a time offline, and the end of the tab in it', async () => {
    const { page, context } = window;
    await openEditor(page);
    await context.setOffline(true);
    await writeAndKeep(page, 'Четвёртый текст');
    await page.keyboard.press('Control+s');
    await page.getByText(/^Нет связи с сервером/).waitFor();
    await kill(page);
    await context.setOffline(false);
    const next = await context.newPage();
    await openEditor(next);
    await note(next).waitFor();
    await restore(next, 'Четвёртый текст');
  });

  it('[L34] two tabs with one record: neither takes the other’s work, and the one left offers the other’s once that has gone', async () => {
    const { page, context } = window;
    const other = await context.newPage();
    await openEditor(page);
    await openEditor(other);
    await writeAndKeep(page, 'В первой вкладке');
    await other.reload();
    await settled(other);
    expect(await note(other).count()).toBe(0);
    await writeAndKeep(other, 'Во второй вкладке');
    expect(await kept(other)).toContain('В первой вкладке');
    await kill(page);
    await note(other).waitFor();
    expect(await description(other).inputValue()).toBe('Во второй вкладке');
    await other.getByRole('button', { name: 'Вернуть все' }).click();
    const dialog = other.getByRole('dialog', { name: 'Что вернуть в форму' });
    await dialog.getByText('В первой вкладке').click();
    await dialog.getByRole('button', { name: 'Внести в форму' }).click();
    await expect.poll(() => description(other).inputValue()).toBe('В первой вкладке');
  });

  it('[L32] somebody else at the same browser is offered nothing', async () => {
    await openEditor(window.page);
    await writeAndKeep(window.page, 'Тайный текст');
    await kill(window.page);
    const page = await window.context.newPage();
    await page.goto(address());
    await description(page).waitFor();
    await page.evaluate(() => localStorage.clear());
    await signIn(page, product.address, 'admin');
    await openEditor(page);
    await settled(page);
    expect(await note(page).count()).toBe(0);
  });
});

describe('Two people at one record', () => {
  const openOther = async () => {
    const other = await openWindow(browser);
    await signIn(other.page, product.address, 'admin');
    await openEditor(other.page);
    return other;
  };
  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
  const save = async (page: Page): Promise<void> => {
    await page.keyboard.press('Control+s');
    await page.getByText('Сохранено', { exact: true }).waitFor();
  };

  it('[L36] [L14] different fields come together by themselves, and nothing is changed under the hands', async () => {
    const { page } = window;
    await openEditor(page);
    const other = await openOther();
    await write(page, 'Мой текст');
    await field(other.page, 'Вес, кг').fill('1,234');
    await save(other.page);
    await page.getByText(/^Запись изменили: Вес, кг \(/).waitFor();
    expect(await description(page).inputValue()).toBe('Мой текст');
    const puts: unknown[] = [];
    page.on('request', request => {
      if (request.method() === 'PUT') puts.push(request.postDataJSON());
    });
    await page.keyboard.press('Control+s');
    await page.getByText(/^Сохранено вместе с изменениями коллег: Вес, кг \(/).waitFor();
    expect(puts).toHaveLength(2);
    expect(await field(page, 'Вес, кг').inputValue()).toBe('1,234');
    await expect.poll(() => description(other.page).inputValue()).toBe('Мой текст');
    expect([...window.complaints, ...other.complaints]).toEqual([]);
    await other.context.close();
  });

  it('[L37] the same field is chosen by the person, who sees what was, theirs and mine', async () => {
    const { page } = window;
    await openEditor(page);
    await write(page, 'Варёный сгущённый сахар со сливками');
    await save(page);
    const other = await openOther();
    await write(page, 'Варёный сгущённый сахар с какао');
    await write(other.page, 'Кофейный сгущённый сахар со сливками');
    await save(other.page);
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Запись успели изменить' });
    await dialog.getByRole('radio', { name: /^Сохранено: / }).waitFor();
    expect(await dialog.locator('ins').allInnerTexts()).toEqual(['Кофейный ', 'с какао']);
    await dialog.getByRole('radio', { name: 'У вас в форме' }).check();
    await dialog.getByRole('button', { name: 'Сохранить выбранное' }).click();
    await expect.poll(() => description(other.page).inputValue()).toBe('Варёный сгущённый сахар с какао');
    expect([...window.complaints, ...other.complaints]).toEqual([]);
    await other.context.close();
  });

  it('[L39] the record is deleted under the form, and made anew from it', async () => {
    const { page } = window;
    await openEditor(page);
    const other = await openOther();
    await write(page, 'Из удалённой записи');
    await other.page.getByRole('button', { name: 'Удалить', exact: true }).click();
    await other.page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
    await page.getByText(/^Эту запись удалили/).waitFor();
    await page.getByRole('button', { name: 'Создать заново' }).click();
    await page.getByRole('heading', { name: 'Новый товар' }).waitFor();
    await expect.poll(() => description(page).inputValue()).toBe('Из удалённой записи');
    await page.getByRole('button', { name: 'Создать', exact: true }).click();
    await page.waitForURL(/nomenclature\/\d+\/settings$/);
    await other.context.close();
  });
});
