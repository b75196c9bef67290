import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sharedWords as statusWords } from '#i18n/ru/words.ts';
import { follow, windowOf } from '#tests/support/browser.ts';
import { callerOf } from '#tests/support/calls.ts';
import { exportColumn, file } from '#tests/support/exportProfiles.ts';
import { openProduct } from '#tests/support/openProduct.ts';
import { csvOf, fileOf } from '#tests/support/tables.ts';

const { product, browser } = await openProduct();

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** A record of the demonstration for every `:id`, except for those of references, whose ids depend on one another. */
const ADDRESSES = routes
  .filter(({ path, aliasOf }) => !aliasOf && !(path.includes('/reference/') && path.includes(':id')))
  .map(({ path }) => path.replace(':id', '1'));

const TREES = '/content/categories';
/** Where something is saved: forms with and without tabs, long and short, and the trees. */
const editors = [
  TREES,
  ...['nomenclature', 'catalog'].flatMap(name => [`/content/${name}/new`, `/content/${name}/1/settings`]),
  '/content/nomenclature/1/price',
  ...['matrices', 'users', 'roles', 'settings/attribute', 'settings/cafe'].flatMap(name => [
    `/content/${name}/create`,
    `/content/${name}/2/edit`,
  ]),
  '/content/settings/reference/create',
  '/content/settings/reference/brand/create',
];

/** Scrolls everything to its end and measures what should have stayed where it was. */
const scrolledToEnd = (page: Page) =>
  page.evaluate(() => {
    for (const element of [document.documentElement, ...document.querySelectorAll('main, main *')])
      if (element.scrollHeight > element.clientHeight) element.scrollTop = element.scrollHeight;
    const bar = document.querySelector('[data-bottom-bar]');
    return {
      document: document.documentElement.scrollHeight - innerHeight,
      header: document.querySelector('body header')?.getBoundingClientRect().top ?? null,
      bar: bar && Math.round(innerHeight - bar.getBoundingClientRect().bottom),
    };
  });

/** Each of these texts, with whether its last character can be seen. */
const endsOf = (texts: Locator) =>
  texts.evaluateAll(elements =>
    elements.map(element => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      let last = walker.nextNode();
      for (let next = last; next; next = walker.nextNode()) last = next;
      const length = last?.textContent?.length ?? 0;
      const range = document.createRange();
      range.setStart(last as Node, length - 1);
      range.setEnd(last as Node, length);
      const { x, y, width, height } = range.getBoundingClientRect();
      return {
        text: element.textContent,
        isSeen: element.contains(document.elementFromPoint(x + width / 2, y + height / 2)),
      };
    }),
  );

describe('Everything stays in its place', () => {
  it('[U440] a page scrolls below its header, and the document itself never', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin');
    const moved: string[] = [];
    for (const address of ADDRESSES) {
      await follow(page, address);
      await page.locator('main:not(:has([role=progressbar], [aria-busy=true], [data-skeleton])) h1').first().waitFor();
      for (const size of sizes) {
        await page.setViewportSize(size);
        const { document, header } = await scrolledToEnd(page);
        if (document > 0 || header !== 0)
          moved.push(`${address} at ${size.width}: ${document} px, header at ${header}`);
      }
    }
    expect(moved).toEqual([]);
    await context.close();
  });

  it('[U440] in every editor the bar that saves stands at the bottom, wherever the page is scrolled to', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin');
    page.on('dialog', dialog => void dialog.accept());
    const moved: string[] = [];
    for (const address of editors) {
      await page.goto(product.address + address);
      const main = page.locator('main:not(:has([role=progressbar], [aria-busy=true], [data-skeleton]))');
      if (address !== TREES) await main.locator('form').getByRole('textbox').first().fill('12');
      await main.locator('[data-bottom-bar]').waitFor();
      for (const size of sizes) {
        await page.setViewportSize(size);
        const { document, header, bar } = await scrolledToEnd(page);
        if (document > 0 || header !== 0 || bar !== 0)
          moved.push(`${address} at ${size.width}: ${document} px, header at ${header}, bar ${bar} px above the end`);
      }
    }
    expect(moved).toEqual([]);
    await context.close();
  });

  it('[L440] filters are sorted and searched, and neither a new one nor its reset moves what is under the pointer', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin');
    await page.goto(`${product.address}/content/nomenclature`);
    await page.locator('[data-row-link]').first().waitFor();
    // By selectors, because an open panel hides the page behind it from the roles.
    const button = page.locator('search button[aria-haspopup=dialog]').first();
    const table = page.locator('main table');
    const places = async () => ({ button: await button.boundingBox(), table: (await table.boundingBox())?.y });
    const before = await places();
    await button.click();
    const names = await page.getByRole('option').allTextContents();
    expect(names).toEqual(names.toSorted(new Intl.Collator('ru').compare));
    await page.getByRole('combobox', { name: 'Найти фильтр' }).fill('брен');
    await page.getByRole('option', { name: 'Бренд' }).click();
    const panel = page.getByRole('dialog', { name: 'Бренд' });
    const place = await panel.boundingBox();
    await page.getByRole('option').first().click();
    await page.locator('search').getByText('Бренд:').waitFor();
    // A chip inside the panel may make it taller.
    expect(await panel.boundingBox()).toMatchObject({ x: place?.x, y: place?.y });
    expect(await places()).toEqual(before);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Сбросить фильтры' }).click();
    await page.locator('search').getByText('Бренд:').waitFor({ state: 'detached' });
    expect(await places()).toEqual(before);
    await context.close();
  });

  it('[L644] «Сбросить фильтры» keeps the focus of the keyboard, and goes with it', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin');
    await page.goto(`${product.address}/content/nomenclature?filter=${encodeURIComponent('{"status":["active"]}')}`);
    await page.locator('search').getByText('Статус:').waitFor();
    const reset = page.getByRole('button', { name: 'Сбросить фильтры' });
    await page.getByRole('button', { name: 'Убрать фильтр «Статус»' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('search').getByText('Статус:').waitFor({ state: 'detached' });
    expect(await reset.evaluate(button => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Tab');
    await reset.waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.tagName)).toMatch(/^(A|BUTTON)$/);
    await context.close();
  });

  it('[U446] a notice never covers the words of the save bar', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin', { reducedMotion: 'reduce' });
    for (const size of [{ width: 1360, height: 860 }, sizes[1]]) {
      await page.setViewportSize(size);
      await page.goto(`${product.address}/content/nomenclature/1/settings`);
      await page.getByLabel('Штрихкод').fill('12');
      await page.getByRole('button', { name: 'Сохранить' }).click();
      const notice = page.getByText('Проверьте отмеченные поля').locator('xpath=ancestor::*[@data-floating]');
      await notice.waitFor();
      const bar = await page.getByRole('region', { name: /^Не сохранено/ }).boundingBox();
      const box = await notice.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    }
    await context.close();
  });

  it('[U445] scrolled lines of a field end below its label', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin');
    await page.goto(`${product.address}/content/nomenclature/1/settings`);
    const field = page.getByLabel('Описание', { exact: true });
    await field.fill('Строка\n'.repeat(60));
    const gap = await field.evaluate(area => {
      area.scrollTop = 30;
      const label = area.parentElement?.querySelector('label')?.getBoundingClientRect();
      return area.getBoundingClientRect().top - (label?.bottom ?? Number.POSITIVE_INFINITY);
    });
    expect(gap).toBeGreaterThanOrEqual(0);
    await context.close();
  });

  it('[L441] names are read to their end at 768 px, on the start page too, and no status is cut', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin', {
      viewport: { width: 768, height: 900 },
    });
    const cut = (selector: string) =>
      page.locator(selector).evaluateAll(elements =>
        elements.flatMap(element => {
          const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
          const isWhole = scrollWidth <= clientWidth && scrollHeight <= clientHeight + 1;
          return isWhole ? [] : [element.textContent];
        }),
      );
    await page.goto(`${product.address}/content/nomenclature?perPage=100`);
    await page.locator('[data-row-link]').first().waitFor();
    expect(await cut('[data-row-link]')).toEqual([]);
    const words = Object.values(statusWords);
    await page.locator('td [data-status]').evaluateAll((marks, texts) => {
      for (const [at, text] of texts.entries()) if (marks[at]) marks[at].textContent = text;
    }, words);
    expect(await cut('td:has([data-status])')).toEqual([]);
    await page.goto(`${product.address}/content`);
    await page.locator('#home-recent + ul a').first().waitFor();
    expect(await cut('#home-recent + ul span')).toEqual([]);
    await context.close();
  });

  it('[L441] the preview of an import cuts a name in its middle, so that its end is read', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin', {
      viewport: { width: 768, height: 900 },
    });
    const call = await callerOf(product.address, 'admin');
    const query = '/products?per_page=200&sku_empty=false';
    const { items } = await call<{ items: { name: string; sku: string }[] }>('GET', query);
    const long = items.filter(({ name }) => name.length > 30).slice(0, 3);
    expect(long).toHaveLength(3);
    const table = csvOf([['Артикул', 'Название'], ...long.map(({ name, sku }) => [sku, `${name} — 12 шт`])]);
    await page.goto(`${product.address}/content/nomenclature/import`);
    await page.locator('input[name=table]').setInputFiles(fileOf(table, 'товары.csv'));
    const grid = page.getByRole('grid');
    await grid.locator('ins').nth(2).waitFor();
    const ends = await endsOf(grid.locator('tbody :is(th a, ins, del)'));
    expect(ends.map(({ text }) => text).toSorted()).toEqual(
      long.flatMap(({ name }) => [name, name, `${name} — 12 шт`]).toSorted(),
    );
    expect(ends.filter(({ isSeen }) => !isSeen)).toEqual([]);
    // As it is copied.
    expect(await grid.locator('ins').first().innerText()).not.toContain('\n');
    await context.close();
  });

  it('[L441] so does the sample of an export profile', async () => {
    const call = await callerOf(product.address, 'admin');
    const name = 'Фильтры для кофе «Обжарка на Липовой» для капельной кофеварки, 100 шт';
    await call('PUT', '/products/1', { name });
    // So many that none is wider than it has to be.
    const others = Array.from({ length: 12 }, (_, at) =>
      exportColumn(`Столбец ${at}`, null, { constant: 'один текст' }),
    );
    const columns = [exportColumn('Товар', 'name'), exportColumn('Артикул', 'sku'), ...others];
    const { id } = await call<{ id: number }>('POST', '/export-profiles', {
      name: 'Длинные названия',
      resource: 'nomenclature',
      file,
      columns,
    });
    const { page, context } = await windowOf(browser, product.address, 'admin');
    await page.goto(`${product.address}/content/nomenclature/export-profiles?profile=${id}`);
    const cells = page.getByRole('region', { name: 'Первые записи' }).locator('td', { hasText: 'Фильтры для кофе' });
    await cells.first().waitFor();
    await cells.first().scrollIntoViewIfNeeded();
    expect(await endsOf(cells)).toEqual([{ text: name, isSeen: true }]);
    await context.close();
  });

  it('[U444] the actions of a row are there without a pointer over it, and take no place from its name', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin');
    await page.goto(`${product.address}/content/users`);
    const row = page.locator('tr[data-id]:has(button)').first();
    const name = row.locator('[data-row-link]');
    await row.getByRole('button').first().waitFor();
    const before = await name.boundingBox();
    await row.hover();
    expect(await name.boundingBox()).toEqual(before);
    await context.close();
  });
});

describe('A phone', () => {
  const phone = { viewport: sizes[1], hasTouch: true, isMobile: true };

  it('[U441] [L442] filters and the view are sheets at the bottom, and the cards can be sorted', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin', phone);
    await page.goto(`${product.address}/content/nomenclature`);
    await page.locator('[data-row-link]').first().waitFor();
    for (const name of ['Фильтр', 'Вид']) {
      await page.getByRole('button', { name, exact: true }).click();
      const sheet = page.getByRole('dialog', { name });
      await expect
        .poll(async () => {
          const box = await sheet.boundingBox();
          return box && { x: box.x, width: box.width, bottom: box.y + box.height };
        })
        .toEqual({ x: 0, width: 390, bottom: 844 });
      if (name === 'Вид') await sheet.getByLabel('Сортировка').selectOption('Название, по убыванию');
      await sheet.getByRole('button', { name: 'Закрыть' }).click();
      await sheet.waitFor({ state: 'detached' });
    }
    await page.waitForURL(/order=DESC/);
    await context.close();
  });

  it('[L442] a card wraps its values instead of cutting them', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin', {
      ...phone,
      viewport: { width: 320, height: 844 },
    });
    for (const path of ['nomenclature', 'users', 'settings/attribute']) {
      await page.goto(`${product.address}/content/${path}`);
      const card = page.locator('tr[data-id]').first();
      await card.waitFor();
      const cut = await page.locator('tr[data-id] :is(th, td:not([data-pick]))').evaluateAll(facts =>
        facts.flatMap(fact => {
          const { scrollWidth, clientWidth, scrollHeight, clientHeight } = fact;
          return scrollWidth > clientWidth || scrollHeight > clientHeight + 1 ? [fact.textContent] : [];
        }),
      );
      expect(cut).toEqual([]);
      const [one, next] = [await card.boundingBox(), await page.locator('tr[data-id]').nth(1).boundingBox()];
      expect(next?.y).toBeGreaterThanOrEqual((one?.y ?? 0) + (one?.height ?? 0));
    }
    await context.close();
  });

  it('[U442] [U443] the open tab is in sight, and nothing speaks of dragging files', async () => {
    const { page, context } = await windowOf(browser, product.address, 'admin', phone);
    await page.goto(`${product.address}/content/nomenclature/1/images`);
    const tab = page.getByRole('link', { name: 'Изображения' });
    await tab.waitFor();
    const rightEdge = () => tab.evaluate(link => link.getBoundingClientRect().right);
    await expect.poll(rightEdge).toBeLessThanOrEqual(390);
    await page.goto(`${product.address}/content/nomenclature/import`);
    await page.getByRole('heading', { name: 'Выберите таблицу' }).waitFor();
    expect(await page.getByText('Перетащите').count()).toBe(0);
    await context.close();
  });
});
