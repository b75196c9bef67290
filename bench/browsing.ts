import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';

const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];
const viewport = { width: 1366, height: 900 };
const probe = join(import.meta.dirname, 'vanilla', 'probe.js');

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['CHROMIUM'] || '/usr/bin/chromium', args: flags });

export interface Profile {
  name: string;
  cpu?: number;
  network?: { latency: number; downloadThroughput: number; uploadThroughput: number };
}
export const fast: Profile = { name: 'fast network' };
export const slowCpu: Profile = { name: '4× CPU slowdown', cpu: 4 };
export const slow4g: Profile = {
  name: 'slow 4G',
  network: { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 },
};

export interface Condition {
  selector: string;
  min?: number;
  filled?: boolean;
  not?: string;
}
export interface Opened {
  context: BrowserContext;
  page: Page;
  readyIn: number;
  fetched: () => Promise<Fetched>;
}
export interface Fetched {
  code: number;
  all: number;
}
export type State = Awaited<ReturnType<BrowserContext['storageState']>>;

export const load = async (
  browser: Browser,
  url: string,
  ready: Condition,
  profile: Profile,
  state?: State,
): Promise<Opened> => {
  const context = await browser.newContext({ viewport, locale: 'ru-RU', ...(state && { storageState: state }) });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await hold(session, profile);
  const fetched = watch(session);
  await page.addInitScript({ path: probe });
  await page.addInitScript(`globalThis.ready = probe.until(${JSON.stringify(ready)})`);
  await page.goto(url, { waitUntil: 'commit' });
  const readyIn = await page.evaluate<number>('ready');
  return { context, page, readyIn, fetched };
};

const watch = (session: CDPSession): Opened['fetched'] => {
  const codes = new Set<string>();
  const fetched = { code: 0, all: 0 };
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script' || type === 'Stylesheet') codes.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    fetched.all += encodedDataLength;
    if (codes.has(requestId)) fetched.code += encodedDataLength;
  });
  return async () => {
    await sleep(500);
    return fetched;
  };
};

const hold = async (session: CDPSession, { cpu, network }: Profile): Promise<void> => {
  await session.send('Network.enable');
  if (network) await session.send('Network.emulateNetworkConditions', { offline: false, ...network });
  if (cpu) await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
};

/** Timeout in ms for a condition, because some letters leave the first row unchanged and it never holds. */
export const TIMEOUT = 3000;

/** Milliseconds from the click or key (by its own time stamp) to the frame in which the condition holds. */
export const after = async (page: Page, act: () => Promise<void>, condition: Condition): Promise<number> => {
  const found = `probe.sinceInput(${JSON.stringify(condition)})`;
  const given = `new Promise(done => setTimeout(done, ${TIMEOUT}, ${TIMEOUT}))`;
  const [ms] = await Promise.all([page.evaluate<number>(`Promise.race([${found}, ${given}])`), act()]);
  return ms;
};

/** Starts watching for long tasks (Long Tasks, W3C). @returns reads the longest above 50 ms since the last call */
export const watchTasks = async (page: Page): Promise<() => Promise<number>> => {
  await page.evaluate(`globalThis.longest = 0;
    new PerformanceObserver(list => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    }).observe({ type: 'longtask' })`);
  return async () => {
    // Waits, because the browser reports a task only after it has ended.
    await sleep(500);
    return page.evaluate<number>('[longest, (longest = 0)][0]');
  };
};

export const TO_THE_END = 1e9;

interface Scrolled {
  longest: number;
  rows: number;
}

/**
 * Scrolls a list by `most` px per frame until its end.
 * @returns the longest frame in ms and the highest number of rows in the document
 */
export const scroll = async (page: Page, list: string, most: number, frames: number): Promise<Scrolled> => {
  await sleep(1000);
  return page.evaluate<Scrolled>(`new Promise(done => {
    const list = document.querySelector('${list}');
    const scroller = list.parentElement;
    const by = Math.min(${most}, (scroller.scrollHeight - scroller.scrollTop) / ${frames});
    const found = { longest: 0, rows: 0 };
    let last = 0;
    let left = ${frames};
    requestAnimationFrame(function step(now) {
      if (last) found.longest = Math.max(found.longest, now - last);
      last = now;
      found.rows = Math.max(found.rows, list.childElementCount);
      scroller.scrollTop = left === 0 ? scroller.scrollHeight : scroller.scrollTop + by;
      left -= 1;
      if (left >= -1) requestAnimationFrame(step);
      else done(found);
    });
  })`);
};
