import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openWindow, signIn } from '../support/browser.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

interface Feed {
  total: number;
  items: { type: string }[];
}
interface State {
  running: unknown;
  projects: { code: string; items: number }[];
}

/** The result of a call with this token or key, or its status where there is none. */
const ask = async <T>(token: string, path: string): Promise<T> => {
  const response = await fetch(`${product.address}/api${path}`, { headers: { Authorization: `Bearer ${token}` } });
  return ((await response.json()) as { result: T }).result;
};

const signInByCall = async (): Promise<string> => {
  const response = await fetch(`${product.address}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'admin@demo.local', password: 'demo-demo' }),
  });
  const { result } = (await response.json()) as { result: { accessToken: { token: string } } };
  return result.accessToken.token;
};

describe('§1 Synchronization, from the click to the shop', () => {
  it('[Y14] [Y20] [Y19] a server killed in the midst publishes nothing, the next run all of it, and a shop reads it by its key', async () => {
    const { context, page, complaints } = await openWindow(browser);
    await signIn(page, product.address);
    await page.goto(`${product.address}/content/synchronization`);
    await page.getByRole('checkbox', { name: 'Выбрать проект «Меню кафе»' }).uncheck();
    await page.getByRole('button', { name: 'Опубликовать' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Опубликовать' }).click();
    await page.getByRole('link', { name: /Публикуем \d+ %/ }).waitFor();
    await product.crash();
    const token = await signInByCall();
    const { running, projects } = await ask<State>(token, '/synchronization');
    const feed = await ask<Feed>(token, '/feeds/site?limit=1');
    const goods = projects.find(({ code }) => code === 'site')?.items;
    // All or nothing: on a fast machine it may have been over before it was killed.
    expect([running, goods === 0]).toEqual([null, feed.total === 0]);

    await page.reload();
    const runs = page.getByRole('region', { name: 'Прошлые публикации' });
    await runs.getByText(feed.total === 0 ? 'Публикация прервана ошибкой' : 'Опубликовано').waitFor();
    await page.getByRole('checkbox', { name: 'Выбрать проект «Меню кафе»' }).uncheck();
    await page.getByRole('button', { name: 'Опубликовать' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Опубликовать' }).click();
    const run = page.getByRole('region', { name: 'Ход публикации' });
    await run.getByRole('heading', { name: 'Опубликовано' }).waitFor({ timeout: 60_000 });
    await run.getByText('Публикация завершена').waitFor();
    await page.getByRole('button', { name: /^Уведомления, непрочитанных/ }).click();
    await page.getByRole('dialog').getByText('Публикация завершена').waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'доступ магазина к проекту «Сайт магазинов»' }).click();
    await page.getByRole('button', { name: 'Создать ключ' }).click();
    const key = await page.getByRole('dialog').getByRole('textbox', { name: 'Ключ' }).inputValue();
    const published = await ask<Feed>(key, '/feeds/site?after=nomenclature:0&limit=5');
    expect(published.items.map(({ type }) => type)).toEqual(Array(5).fill('product'));
    expect(published.total).toBeGreaterThan(1000);
    // The socket of the killed server is what the page complains of, and nothing else.
    expect(complaints.filter(text => !text.includes('/socket.io/'))).toEqual([]);
    await context.close();
  }, 150_000);
});
