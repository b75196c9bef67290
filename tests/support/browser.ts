import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** Debian's Chromium as root has no sandbox, and must not look for its maker's hosts. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A headless Chromium: the one that `npm test` found or installed. */
export const openBrowser = (...more: string[]): Promise<Browser> => {
  const executablePath = process.env['CHROMIUM'];
  return chromium.launch({ ...(executablePath && { executablePath }), args: [...flags, ...more] });
};

/** A window of a person of its own; what the page complains of is collected in `complaints`. */
export const openWindow = async (
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'ru-RU', ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', error => complaints.push(String(error)));
  page.on('console', message => {
    // The browser logs every 4xx by itself; those are answers, not faults of the page.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  return { context, page, complaints };
};

/** Signs in through the form, as a person does. */
export const signIn = async (page: Page, address: string, role = 'admin'): Promise<void> => {
  await page.goto(`${address}/login`);
  await page.fill('input[type=email]', `${role}@demo.local`);
  await page.fill('input[type=password]', 'demo-demo');
  await page.getByRole('button', { name: 'Войти' }).click();
  await page.waitForURL('**/content/**');
};
