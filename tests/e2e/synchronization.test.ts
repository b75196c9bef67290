import { describe, expect, it } from 'vitest';
import { openWindow, signIn } from '../support/browser.ts';
import { openProduct } from '../support/openProduct.ts';
import { resultOf, signInByCall } from '../support/product.ts';

const { product, browser } = await openProduct();

interface Feed {
  version: number;
  total: number;
  items: { type: string }[];
}
interface State {
  running: unknown;
}

const ask = <T>(token: string, path: string): Promise<T> => resultOf<T>(product.address, token, path);

/** Every product of the brand has to be published anew. */
const renameBrand = async (token: string): Promise<void> => {
  const [brand] = await ask<{ id: number }[]>(token, '/reference/brand/value/list?search=');
  await fetch(`${product.address}/api/reference/brand/value/${brand?.id}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ name: 'Тёплый двор' }),
  });
};

describe('§1 Synchronization, from the click to the shop', () => {
  it('[Y14] [Z35] [Y20] [Y19] a server killed in the midst publishes all or nothing, its run begins again, and a shop reads it by its key', async () => {
    const { context, page, complaints } = await openWindow(browser);
    const before = await signInByCall(product.address);
    await renameBrand(before);
    const served = await ask<Feed>(before, '/feeds/site?limit=1');
    await signIn(page, product.address);
    await page.goto(`${product.address}/content/synchronization`);
    await page.getByRole('checkbox', { name: 'Выбрать проект «Меню кафе»' }).uncheck();
    await page.getByRole('button', { name: 'Опубликовать' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Опубликовать' }).click();
    await page.getByRole('link', { name: /Публикуем \d+ %/ }).waitFor();
    await product.crash();
    const token = await signInByCall(product.address);
    const running = async () => (await ask<State>(token, '/synchronization')).running;
    const feed = await ask<Feed>(token, '/feeds/site?limit=1');
    if (await running()) expect(feed).toEqual(served);
    await expect.poll(running, { timeout: 60_000 }).toBeNull();
    expect((await ask<Feed>(token, '/feeds/site?limit=1')).version).not.toBe(served.version);

    await page.reload();
    const runs = page.getByRole('region', { name: 'Прошлые публикации' });
    await runs.getByText('Опубликовано').first().waitFor();
    await page.getByRole('checkbox', { name: 'Выбрать проект «Меню кафе»' }).uncheck();
    await page.getByRole('button', { name: 'Опубликовать' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Опубликовать' }).click();
    const run = page.getByRole('region', { name: 'Ход публикации' });
    await run.getByRole('heading', { name: 'Опубликовано' }).waitFor({ timeout: 60_000 });
    await run.getByText('Публикация завершена').waitFor();
    await page.getByRole('button', { name: /^Уведомления, непрочитанных/ }).click();
    await page.getByRole('dialog').getByText('Публикация завершена').first().waitFor();
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
  });
});
