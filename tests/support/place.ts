import type { Page } from 'playwright-core';
import { follow, requestsOf } from './browser.ts';

/** Where a window is, and the heading of the page that it has drawn. */
export interface Place {
  path: string;
  heading: string;
}

/** The tabs of a record, and the two spellings of its address, share a page, and with it the heading. */
export const pageOf = (path: string): string => path.replace(/\/edit(\/\d+)$/, '$1').replace(/(\/\d+)\/.*$/, '$1');

/** The page that is drawn next is known by a heading that is new or has another text, since React may keep the element. */
export const markHeadings = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset['seen'] = heading.innerText;
  });

/**
 * Where the window is once it has drawn a page and no longer moves. The test itself sets the address, so only a heading
 * that was not there before shows that the page has been drawn; except where the same page stays.
 */
export const placeOf = (page: Page, end: string, isSame: boolean): Promise<Place> =>
  page.evaluate(
    async ([end, isSame]) => {
      const drawn = () =>
        [...document.querySelectorAll('h1')].find(one => isSame || one.dataset['seen'] !== one.innerText);
      const place = () => ({ path: window.location.pathname, heading: drawn()?.innerText ?? '' });
      let [now, calm] = [place(), 0];
      for (let frames = 0; frames < 600 && calm < 3; frames += 1) {
        await new Promise(requestAnimationFrame);
        const next = place();
        calm = next.heading !== '' && next.path === end && next.heading === now.heading ? calm + 1 : 0;
        now = next;
      }
      return now;
    },
    [end, isSame] as const,
  );

/** Long enough for a busy machine. */
const MAX_WAIT_MS = 30_000;
/** Frames in a row without a request, after which a screen counts as complete. */
const CALM_FRAMES = 5;

/** Playwright knows an idle network only after the load of a document, not after a step inside the application. */
const quiet = async (page: Page): Promise<boolean> => {
  const end = Date.now() + MAX_WAIT_MS;
  const requests = requestsOf(page);
  let calm = 0;
  while (calm < CALM_FRAMES && Date.now() < end) {
    const isBusy = await page.evaluate(async () => {
      await new Promise(requestAnimationFrame);
      return document.querySelector('main [aria-busy=true]') !== null;
    });
    calm = isBusy || requests.size > 0 ? 0 : calm + 1;
  }
  return calm === CALM_FRAMES;
};

/** @throws naming the screen that never stops loading */
const complete = async (page: Page, path: string): Promise<void> => {
  if (!(await quiet(page))) throw new Error(`${path} does not settle: ${[...requestsOf(page)].map(one => one.url())}`);
};

/**
 * Waits until a document that is loading has drawn its screen with what that reads. The idle network alone is not
 * enough: a busy machine may pause between two of a page's reads.
 * @throws naming the screen that draws nothing or never stops loading
 */
export const settle = async (page: Page): Promise<void> => {
  const { pathname } = new URL(page.url());
  try {
    await page.locator('main').first().waitFor({ timeout: MAX_WAIT_MS });
    await page.waitForLoadState('networkidle', { timeout: MAX_WAIT_MS });
  } catch (cause) {
    throw new Error(`${pathname} does not settle`, { cause });
  }
  await complete(page, pathname);
};

/**
 * Goes to an address inside the running application, and waits until its screen has read what it shows. Costs a third of
 * loading the document.
 * @throws naming the screen that is not drawn or never stops loading
 */
export const visit = async (page: Page, path: string, end = path): Promise<void> => {
  const isSame = pageOf(new URL(page.url()).pathname) === pageOf(end);
  await markHeadings(page);
  await follow(page, path);
  const place = await placeOf(page, end, isSame);
  if (place.path !== end || !place.heading) throw new Error(`${path} ends at ${place.path}, «${place.heading}»`);
  await complete(page, path);
};
