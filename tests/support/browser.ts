import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import type { RoleSlug } from '#contract/roles.ts';

/** Disables the sandbox, because Debian's Chromium has none under root, and all background network requests. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A headless Chromium. Uses the one that `npm test` has found or installed, because playwright-core includes none. */
export const openBrowser = (...more: string[]): Promise<Browser> => {
  const executablePath = process.env['CHROMIUM'];
  return chromium.launch({ ...(executablePath && { executablePath }), args: [...flags, ...more] });
};

/** Collects the page's console messages, including Chromium's own reports of failed requests. */
export const printedBy = (page: Page): string[] => {
  const messages: string[] = [];
  const add = (kind: string, text: string): void =>
    void messages.push(`${new URL(page.url()).pathname} ${kind}: ${text}`);
  page.on('console', message => {
    // Skips Chromium's own hints, whose type playwright does not declare.
    const type: string = message.type();
    if (type !== 'verbose') add(type, message.text());
  });
  page.on('pageerror', error => add('uncaught', String(error)));
  return messages;
};

/** The last events in the windows of a test, shown when an element never appears. */
export const recentEvents: string[] = [];
const remember = (page: Page): void => {
  const add = (event: string): void => {
    recentEvents.push(`${new Date().toISOString().slice(14, 23)} ${event}`);
    if (recentEvents.length > 60) recentEvents.shift();
  };
  page.on('framenavigated', frame => add(`at ${frame.url()}`));
  page.on('response', response => add(`${response.status()} ${response.request().method()} ${response.url()}`));
  page.on('requestfailed', request => add(`${request.failure()?.errorText} ${request.method()} ${request.url()}`));
  page.on('console', message => add(`${message.type()}: ${message.text()}`));
  page.on('pageerror', error => add(`uncaught ${error}`));
};

const requests = new WeakMap<Page, Set<Request>>();
/** The requests of a window that have no answer yet. */
export const requestsOf = (page: Page): ReadonlySet<Request> => requests.get(page) ?? new Set();
const trackRequests = (page: Page): void => {
  const underWay = new Set<Request>();
  requests.set(page, underWay);
  page.on('request', request => underWay.add(request));
  page.on('requestfinished', request => underWay.delete(request));
  page.on('requestfailed', request => underWay.delete(request));
};

/** A window with its own storage, as another person would have; `complaints` collects console errors of the page. */
export const openWindow = async (
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'ru-RU', ...options });
  context.on('page', remember);
  const page = await context.newPage();
  trackRequests(page);
  const complaints: string[] = [];
  page.on('pageerror', error => complaints.push(String(error)));
  page.on('console', message => {
    // Ignores 4xx responses, which Chromium logs although tests expect them.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  return { context, page, complaints };
};

/** Signs in through the form, so that the test starts where a user does. */
export const signIn = async (page: Page, address: string, role = 'admin'): Promise<void> => {
  await page.goto(`${address}/login`);
  await page.fill('input[type=email]', `${role}@demo.local`);
  await page.fill('input[type=password]', 'demo-demo');
  await page.getByRole('button', { name: 'Войти' }).click();
  await page.waitForURL('**/content/**');
};

/** Navigates inside the running application like a link, so that its state is kept. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate(to => {
    // As the router does: an entry without its number could not be taken back by a form that asks before it is left.
    const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
    window.history.pushState({ idx: idx + 1, key: String(idx + 1), usr: null }, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);

export const choose = async (page: Page, button: RegExp, choice: string): Promise<void> => {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('menuitemradio', { name: choice }).click();
  await page.getByRole('menu').waitFor({ state: 'detached' });
};

export const windowOf = async (
  browser: Browser,
  address: string,
  role: RoleSlug,
  options: Parameters<Browser['newContext']>[0] = {},
) => {
  const opened = await openWindow(browser, options);
  await signIn(opened.page, address, role);
  return opened;
};

/** Loads a page and waits for the menu, which appears once the session has been restored. */
export const go = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await page.getByRole('navigation', { name: 'Меню' }).waitFor();
};

/** Presses the key that makes a new record, once there is a button that it presses. */
export const pressNew = async (page: Page): Promise<void> => {
  await page.locator('main [data-shortcut=n]').waitFor();
  await page.keyboard.press('n');
};

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
