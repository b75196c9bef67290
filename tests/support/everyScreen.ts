import type { Page, Route } from 'playwright-core';
import { ru } from '#i18n/ru.ts';
import { faultsOfAccess } from './axe.ts';
import { screens } from './screenRights.ts';

const isAlias = (address: string): boolean => /\/(edit|accessSettings|nomenclature)\/7$/.test(address);

/** Addresses with their own screen. */
export const ownScreens = [
  ...screens.map(([address]) => address).filter(address => !isAlias(address)),
  '/content/nowhere',
];

/** Requests of the application's shell, which every page needs. */
const SHELL = /\/api\/(profile|navigation|language|web-socket\/get-token|notifications)(\?|$)/;

/** Intercepts the page's own read requests, in place of the server. */
export const interfere = async (page: Page, answer: (route: Route) => unknown): Promise<void> => {
  await page.route('**/api/**', async route => {
    if (route.request().method() !== 'GET' || SHELL.test(route.request().url())) await route.fallback();
    else await answer(route);
  });
};

export const emptied = async (route: Route): Promise<void> => {
  // Requests are aborted when the page is left.
  const response = await route.fetch({ maxRetries: 3 }).catch(() => null);
  if (!response) return;
  const type = response.headers()['content-type'] ?? '';
  if (!response.ok() || !type.includes('json')) return route.fulfill({ response }).catch(() => {});
  // The test may have ended meanwhile, which disposes of the response.
  const body = (await response.json().catch(() => null)) as { result: unknown } | null;
  if (!body) return;
  const { result } = body;
  if (Array.isArray(result)) body.result = [];
  else if (typeof result === 'object' && result && 'items' in result) body.result = { ...result, items: [], total: 0 };
  await route.fulfill({ response, json: body }).catch(() => {});
};

const KEY = new RegExp(`\\b(${Object.keys(ru).join('|')})(\\.\\w+)+`, 'g');
/** Message keys that the page shows instead of their texts. */
const printedKeys = async (page: Page): Promise<string[]> =>
  (await page.locator('body').innerText()).match(KEY)?.map(key => `the key ${key}`) ?? [];

/** Of more than a letter, since initials of names stand for pictures. */
const CYRILLIC = /[а-яё]{2,}/gi;
/** The name of the product, in either language. */
const WORDMARK = 'витрина';
/**
 * Finds texts that the application says in Russian whatever its language: Russian words that no answer of the API has.
 * @returns finds those of the present page, and forgets the answers so far
 */
export const watchRussian = (page: Page): (() => Promise<string[]>) => {
  const answers: Promise<string>[] = [];
  page.on('response', response => {
    if (response.url().includes('/api/')) answers.push(response.text().catch(() => ''));
  });
  return async () => {
    const served = new Set((await Promise.all(answers.splice(0))).join('\n').toLowerCase().match(CYRILLIC));
    const said = await page.evaluate(() => [
      document.body.innerText,
      ...[...document.querySelectorAll('*')].flatMap(element =>
        ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'].map(name => element.getAttribute(name) ?? ''),
      ),
    ]);
    const words = new Set(said.join('\n').toLowerCase().match(CYRILLIC));
    return [...words].filter(word => word !== WORDMARK && !served.has(word)).map(word => `the Russian word ${word}`);
  };
};

const surplusWidth = async (page: Page): Promise<number> => {
  await page.setViewportSize({ width: 320, height: 740 });
  const surplus = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await page.setViewportSize({ width: 1440, height: 900 });
  return surplus;
};

/** Checks only contrast, because nothing but colours differs between the themes. */
export const faultsInDark = async (page: Page): Promise<string[]> => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html[data-theme=dark]').waitFor();
  const faults = await faultsOfAccess(page, ['color-contrast', 'link-in-text-block']);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.locator('html[data-theme=light]').waitFor();
  return faults.map(fault => `dark: ${fault}`);
};

const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const longest = (durations: string) => Math.max(...durations.split(',').map(Number.parseFloat));
    const found = [...document.querySelectorAll('body *')].filter(element => {
      const { transitionDuration, animationDuration, animationName } = getComputedStyle(element);
      return longest(transitionDuration) > 0.01 || (animationName !== 'none' && longest(animationDuration) > 0.01);
    });
    return [...new Set(found.map(element => `${element.tagName}.${element.getAttribute('class')}`))];
  });

/** All faults of the current page in the current theme. */
export const faultsOf = async (page: Page): Promise<string[]> => {
  const surplus = await surplusWidth(page);
  return [
    ...(await faultsOfAccess(page)),
    ...(surplus > 0 ? [`${surplus} px wider than 320`] : []),
    ...(await moving(page)).map(name => `${name} moves`),
    ...(await printedKeys(page)),
  ];
};
