import { describe, expect, it } from 'vitest';
import { BUILD } from '#contract/limits.ts';
import { faultsOfAccess } from '#tests/support/axe.ts';
import { go, windowOf } from '#tests/support/browser.ts';
import { openProduct } from '#tests/support/openProduct.ts';
import { mailsIn } from '#tests/support/outbox.ts';

const { product, browser } = await openProduct();

describe('The system page of a running server', () => {
  it('[Z52] [Z56] [Z58] shows the server itself, sends a test mail and copies all, by the keyboard alone', async () => {
    const { page, context, complaints } = await windowOf(browser, product.address, 'admin');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await go(page, `${product.address}/content/system`);
    const server = page.getByRole('table', { name: 'Серверы' }).getByRole('row').nth(1);
    await server.getByText('Работает').waitFor();
    expect(await server.innerText()).toContain(BUILD);
    await page.getByText('Всё в порядке').waitFor();

    await page.getByRole('button', { name: 'Отправить пробное письмо' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(/^Сервер почты не задан \(SMTP_URL\), письмо записано в файл: /).waitFor();
    expect(mailsIn(product.dataDir).at(-1)).toContain(product.address);
    expect(await faultsOfAccess(page)).toEqual([]);

    await page.getByRole('button', { name: 'Скопировать для поддержки' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Состояние скопировано, секретов в нём нет').waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toContain(`Сборка: ${BUILD}`);
    expect(text).toContain('встроенная, PostgreSQL');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
