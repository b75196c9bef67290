import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOfAccess } from '../support/axe.ts';
import { heading, openBrowser, windowOf } from '../support/browser.ts';
import { says, useReceivers } from '../support/cafes.ts';
import { hold } from '../support/hold.ts';
import { type Product, startProduct } from '../support/product.ts';

const receiver = useReceivers();

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ CAFES_NETWORKS: '127.0.0.0/8' }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** By the seed: eight products, three of them without images, of the others ten files. */
const SEARCH = 'Горячий шоколад';
const BARE = [
  'Горячий шоколад с апельсином 0,3 л',
  'Горячий шоколад с корицей 0,2 л',
  'Горячий шоколад с перцем чили 0,2 л',
];
const NO_KEY = 'Нет ключа подписи. Создайте его в настройках кафе';

/** A cafe with a receiver and a key, beside those of the demonstration. */
const addCafe = async (name: string, address: string): Promise<void> => {
  const ask = async <T>(path: string, body: object, headers = {}): Promise<T> => {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers } };
    const response = await fetch(`${product.address}/api${path}`, { ...init, body: JSON.stringify(body) });
    return ((await response.json()) as { result: T }).result;
  };
  const person = { email: 'admin@demo.local', password: 'demo-demo' };
  const { accessToken } = await ask<{ accessToken: { token: string } }>('/auth/login', person);
  const headers = { Authorization: `Bearer ${accessToken.token}` };
  const { id } = await ask<{ id: number }>('/cafe', { name, kind: 'http', address }, headers);
  await ask(`/cafe/${id}/key`, {}, headers);
};

/** Ticks the products that a search finds, and goes to send their media. */
const choose = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Номенклатура', exact: true }).click();
  await page.getByRole('searchbox').fill(SEARCH);
  await expect.poll(() => page.getByRole('row').count()).toBe(9);
  await page.getByRole('checkbox', { name: 'Выбрать все на странице' }).click();
  await page.getByRole('region', { name: 'Выбранное' }).getByRole('link', { name: 'Отправить в кафе' }).click();
  await heading(page, 'Отправка медиа в кафе').waitFor();
  expect(await page.getByRole('radio', { name: /^Выбранные в списке\s*8 товаров/ }).isChecked()).toBe(true);
};

const forecast = (page: Page) => page.getByRole('region', { name: 'Что будет отправлено' });
const counts = (page: Page) => page.locator('dl > div').allInnerTexts();
const mark = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Отправляем/ });

describe('§1 Media to cafes', () => {
  it('[F12] [M3] [M9] [M14] [M15] [M16] [R69] a manager sees what will go, follows it over pages and a reload, and learns who has not got it', async () => {
    const station = await receiver();
    const rest = hold();
    let asked = 0;
    station.answer(async (...request) => {
      asked += 1;
      if (asked > 2) await rest.released;
      await says(201)(...request);
    });
    await addCafe('Кафе у вокзала', station.address);
    const { context, page, complaints } = await windowOf(browser, product.address, 'content_manager');
    await choose(page);
    await expect.poll(() => counts(page)).toEqual(['Товары\n8', 'Файлы\n30', 'Объём\n0,11 МБ', 'Без изображений\n3']);
    await forecast(page).getByText(NO_KEY).waitFor();
    await forecast(page).getByText('У 3 товаров нет изображений').click();
    expect(await forecast(page).locator('details').getByRole('link').allInnerTexts()).toEqual(BARE);
    expect(await faultsOfAccess(page)).toEqual([]);

    await page.getByRole('button', { name: 'Отправить', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Отправить', exact: true }).click();
    await page.getByRole('heading', { name: 'Отправляем' }).waitFor();
    // The folders have everything, two files are at the station, and one cafe has no key, and is none of it: 22 of 30.
    await expect.poll(() => page.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('73');
    await page.getByRole('link', { name: 'Номенклатура', exact: true }).click();
    await heading(page, 'Номенклатура').waitFor();
    for (const anew of [false, true]) {
      if (anew) await page.reload();
      await expect.poll(() => mark(page).innerText()).toMatch(/^Отправляем\s73\s%$/);
      await expect.poll(() => page.title()).toMatch(/73\s% · /);
    }
    await mark(page).click();
    await page.getByRole('heading', { name: 'Отправляем' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Отправляем' }).waitFor();
    expect(await page.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('73');
    await page.getByRole('log').getByText(`Кофейня в аэропорту: не отправляем. ${NO_KEY}`).waitFor();

    rest.release();
    await page.getByRole('heading', { name: 'Отправка завершена' }).waitFor();
    const outcome = (name: string) =>
      page.getByRole('table', { name: 'Кафе' }).getByRole('row').filter({ hasText: name }).innerText();
    expect(await outcome('Кафе у вокзала')).toMatch(/Всё отправлено\s+10 из 10\s+0\s+0/);
    expect(await outcome('Кафе на Кирова')).toMatch(/Всё отправлено\s+10 из 10\s+0\s+0/);
    expect(await outcome('Кофейня в аэропорту')).toContain(NO_KEY);
    expect(await outcome('Кофейня в аэропорту')).toMatch(/0 из 0\s+0\s+0$/);
    await page.getByRole('log').getByText('файлов отправлено 30. Не всё получили: Кофейня в аэропорту').waitFor();
    await expect.poll(() => mark(page).count()).toBe(0);
    expect(station.files).toHaveLength(10);
    const received = await readdir(join(product.dataDir, 'cafes', 'kirova'));
    // Beside the mark of a folder that has received files.
    expect(received.filter(name => name !== '.vitrina')).toHaveLength(5);

    await choose(page);
    await page.getByRole('checkbox', { name: /^Кофейня в аэропорту/ }).click();
    await page.getByText('Отправлять нечего: в кафе уже есть всё, что выбрано.').waitFor();
    await expect.poll(() => counts(page)).toContain('Файлы\n0');
    expect(await page.getByRole('button', { name: 'Отправить', exact: true }).isDisabled()).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
