import { describe, expect, it } from 'vitest';
import { roles } from '#contract/roles.ts';
import { catalog } from '#i18n/ru/resources/catalog.ts';
import { choose, go, heading, openWindow, pressNew, windowOf } from '#tests/support/browser.ts';
import { openProduct } from '#tests/support/openProduct.ts';

const { product, browser } = await openProduct();

describe('Look and keyboard', () => {
  it('[U542] the actions of a page stand beside its title, however long the line below it', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin');
    await page.goto(`${product.address}/content/nomenclature/import`);
    await page.locator('input[name=table]').setInputFiles('docs/sample/nomenclature.xlsx');
    const start = await page.getByRole('button', { name: 'Импортировать' }).boundingBox();
    const title = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect(start?.y).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0));
    await context.close();
  });

  it('[U450] under forced colours the page in the menu and the open tab differ from the others', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin');
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(`${product.address}/content/nomenclature`);
    await page.locator('tr[data-id] [data-row-link]').first().click();
    const current = page.locator('main nav a[aria-current=page]');
    await current.waitFor();
    if (process.env['SHOT']) await page.screenshot({ path: process.env['SHOT'] });
    const line = (one: Element) => getComputedStyle(one).borderBottomColor;
    expect(await current.evaluate(line)).not.toBe(
      await page.locator('main nav a:not([aria-current])').first().evaluate(line),
    );
    const ground = (one: Element) => getComputedStyle(one).backgroundColor;
    expect(await page.locator('#menu a[aria-current]').evaluate(ground)).not.toBe(
      await page.locator('#menu a:not([aria-current])').last().evaluate(ground),
    );
    await context.close();
  });

  it('[L652] [T682] a wide list gives its spare width to all columns, a narrow one scrolls, and neither cuts a heading or a choice', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin');
    const cut = (columns: number[]) =>
      page
        .locator('tr[data-id]')
        .evaluateAll(
          (rows, places) =>
            rows.flatMap(row =>
              [...row.children].filter((cell, at) => places.includes(at) && cell.scrollWidth > cell.clientWidth),
            ).length,
          columns,
        );
    await go(page, `${product.address}/content/roles`);
    await page.getByRole('row', { name: /content_manager/ }).waitFor();
    expect(await cut([2])).toBe(0);
    await go(page, `${product.address}/content/settings/attribute`);
    await page.getByRole('row', { name: /composition/ }).waitFor();
    expect(await cut([2, 4])).toBe(0);
    const code = page.getByRole('columnheader', { name: 'Код' });
    const wide = (await code.boundingBox())?.width;
    await page.setViewportSize({ width: 800, height: 900 });
    await expect.poll(async () => (await code.boundingBox())?.width).toBe(130);
    expect(await cut([3])).toBe(0);
    const headings = await page.getByRole('columnheader').evaluateAll(cells =>
      cells.map(cell => {
        const isCut = [cell, ...cell.querySelectorAll('button')].some(one => one.scrollWidth > one.clientWidth);
        return { text: cell.textContent, isCut };
      }),
    );
    expect(headings).toContainEqual({ text: 'Обязательный', isCut: false });
    expect(headings.filter(({ isCut }) => isCut)).toEqual([]);
    expect(wide).toBeGreaterThan(130);
    await context.close();
  });

  it('[L95] a person with a phone sees in a card what the columns of the list show', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin', {
      viewport: { width: 320, height: 740 },
    });
    await page.goto(`${product.address}/content/nomenclature`);
    const card = page.locator('tr[data-id]').first();
    await card.waitFor();
    const facts = await card.evaluate(row =>
      [...row.querySelectorAll('th, td:not([data-pick])')].map(fact => {
        const { top, bottom } = row.getBoundingClientRect();
        const place = fact.getBoundingClientRect();
        return { isSeen: place.height > 10 && place.top >= top && place.bottom <= bottom, says: fact.textContent };
      }),
    );
    expect(facts.filter(({ isSeen }) => !isSeen)).toEqual([]);
    expect(facts.map(({ says }) => says).join('\n')).toMatch(/^Вес, кг(\d|—)[^\n]*\nЦена, RUB(\d|—)/m);
    await context.close();
  });

  it('[U2] a chosen theme stays, and the system is followed where that is the choice', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin', { colorScheme: 'dark' });
    const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
    await expect.poll(theme).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(theme).toBe('light');
    await choose(page, /^Тема/, 'Тёмная');
    await expect.poll(theme).toBe('dark');
    await page.reload();
    await expect.poll(theme).toBe('dark');
    await context.close();
  });

  it('[U5] [U3] `/` goes to the search, `?` shows all keys, Esc closes them and `n` makes a new record', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin');
    await go(page, `${product.address}/content/nomenclature`);
    await page.locator('[data-row-link]').first().waitFor();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Горячие клавиши' });
    await keys.waitFor();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'hidden' });
    await page.keyboard.press('/');
    const search = page.getByRole('searchbox', { name: 'Найти', exact: true });
    expect(await search.evaluate(field => field === document.activeElement)).toBe(true);
    await page.keyboard.type('n/?');
    expect(await search.inputValue()).toBe('n/?');
    await go(page, `${product.address}/content/catalog`);
    await heading(page, catalog.several).waitFor();
    await pressNew(page);
    await page.waitForURL('**/content/catalog/new');
    await context.close();
  });

  it('[U9] nothing moves for users who prefer reduced motion', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin', { reducedMotion: 'reduce' });
    await go(page, `${product.address}/content/nomenclature`);
    await page.locator('[data-row-link]').first().waitFor();
    await page.getByRole('button', { name: /^Тема/ }).click();
    await page.getByRole('menuitemradio', { name: 'Тёмная' }).waitFor();
    const moving = await page.evaluate(() =>
      [...document.querySelectorAll('body *')].flatMap(element => {
        const { transitionDuration, animationDuration, animationName } = getComputedStyle(element);
        const longest = (durations: string) => Math.max(...durations.split(',').map(Number.parseFloat));
        const isMoving =
          longest(transitionDuration) > 0.01 || (animationName !== 'none' && longest(animationDuration) > 0.01);
        return isMoving ? [`${element.tagName}.${element.getAttribute('class')}`] : [];
      }),
    );
    expect([...new Set(moving)]).toEqual([]);
    await context.close();
  });

  it('[U11] a status is a word and a shape of its own, not only a hue', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin');
    const shapes = new Map<string, string>();
    for (const status of ['active', 'draft', 'archived']) {
      const filter = encodeURIComponent(JSON.stringify({ status: [status] }));
      await go(page, `${product.address}/content/nomenclature?filter=${filter}`);
      const mark = page.locator(`tr[data-id] [data-status=${status}]`).first();
      await mark.waitFor();
      const { word, shape } = await mark.evaluate(element => {
        const { backgroundColor, borderRadius, width } = getComputedStyle(element, '::before');
        const isFilled = backgroundColor !== 'rgba(0, 0, 0, 0)';
        return { word: element.textContent?.trim() ?? '', shape: `${borderRadius} ${width} ${isFilled}` };
      });
      shapes.set(word, shape);
    }
    expect([...shapes.keys()]).toEqual(['Активен', 'Черновик', 'В архиве']);
    expect(new Set(shapes.values()).size).toBe(3);
    await context.close();
  });
});

describe('Demonstration data', () => {
  it('[D5] the sign-in page names the demonstration accounts', async () => {
    const { page, context } = await openWindow(browser);
    await page.goto(`${product.address}/login`);
    for (const role of Object.keys(roles)) await page.getByTitle(`${role}@demo.local`).waitFor();
    await page.getByText('demo-demo').first().waitFor();
    await context.close();
  });
});
