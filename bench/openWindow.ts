import { openBrowser } from './browsing.ts';
import { type Server, signIn } from './server.ts';

/**
 * By number, because a list by name is read again with the renamed product on another page. The first pages have products
 * that others save.
 */
const LIST = '/content/nomenclature?sort=id&order=ASC&page=4&perPage=25';

/** A list of products that stays open in a browser. */
export interface OpenWindow {
  /** Its heap in MB after garbage collection. */
  memory: () => Promise<number>;
  /** Renames the first product that it shows, by another connection, and waits until it shows the name. */
  waitForEvent: (name: string) => Promise<void>;
  close: () => Promise<void>;
}

/** @param email of a user with the password of the demonstration */
export const openWindow = async (server: Pick<Server, 'origin'>, email: string): Promise<OpenWindow> => {
  const { origin } = server;
  const browser = await openBrowser();
  const context = await browser.newContext({ locale: 'ru-RU', viewport: { width: 1366, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await page.fill('input[type=email]', email);
  await page.fill('input[type=password]', 'demo-demo');
  await page.keyboard.press('Enter');
  const rows = page.locator('tbody tr[data-id]');
  await page.waitForURL(/\/content\//);
  await page.goto(`${origin}${LIST}`);
  await rows.first().waitFor();
  const session = await context.newCDPSession(page);
  return {
    memory: async () => {
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      return usedSize / 2 ** 20;
    },
    waitForEvent: async name => {
      const id = (await rows.first().getAttribute('data-id')) ?? '';
      const client = await signIn(server);
      const { version } = (await client.get(`/products/${id}`)) as { version: number };
      await client.put(`/products/${id}`, { name, version });
      await page.getByText(name).first().waitFor();
    },
    close: () => browser.close(),
  };
};
