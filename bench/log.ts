import type { Page } from 'playwright-core';
import { csvOf } from '#tests/support/tables.ts';
import { fast, load, type Profile, scroll, slowCpu, TO_THE_END, watchTasks } from './browsing.ts';
import { onEachDatabase, type Rig } from './databases.ts';
import { type Figure, median, type Part } from './figures.ts';
import { inBrowser, type SignedIn } from './web.ts';

const ROWS = 100_000;
/** Matches one row only, and more rows with each letter removed. */
const QUERY = '77777 вес';

/** An import with only faulty rows, because each adds a line to the log; followed in a real browser. */
export const logPart: Part = {
  name: 'log',
  title: `A log of ${ROWS.toLocaleString('en')} lines`,
  run: ({ runs }) => onEachDatabase(rig => figuresOf(rig, runs)),
};

const seen = [
  ['lines arrive while the import runs: longest task above 50 ms', 'ms', 50],
  ['lines of an import that has ended arrive: longest task above 50 ms', 'ms', 50],
  ['rendered at once', 'rows', 60],
  ['scrolled row by row: longest frame', 'ms', 50],
  ['scrolled from top to bottom: longest frame', 'ms', 50],
  ['a query typed: longest task above 50 ms', 'ms', 50],
  ['a query typed, 4× CPU slowdown: longest task above 50 ms', 'ms', 50],
] as const;
type Look = Record<(typeof seen)[number][0], number>;

const figuresOf = (rig: Rig, runs: number): Promise<Figure[]> =>
  rig.withPlace(place =>
    inBrowser(place, async opened => {
      const looks: Look[] = [];
      for (let run = 0; run < runs; run += 1) looks.push(await look(opened));
      return seen.map(([label, unit, atMost]) => ({
        label: `${rig.title}: ${label}`,
        ours: median(looks.map(of => of[label])),
        unit,
        atMost,
      }));
    }),
  );

const PAGE = '/content/nomenclature/import';
const list = '[role=log] > div';

const look = async ({ server, browser, state, client }: SignedIn): Promise<Look> => {
  const open = (path: string, ready: string, profile: Profile = fast) =>
    load(browser, `${server.origin}${path}`, { selector: ready }, profile, state);
  const going = await open(PAGE, 'input[name=table]');
  await going.page.waitForTimeout(2000);
  const whileGoing = await watchTasks(going.page);
  const { id } = (await client.upload('журнал.csv', faulty())).result as { id: number };
  await waitForLastLine(going.page);
  const asItGoes = await whileGoing();
  const slow = await scroll(going.page, list, 120, 500);
  const typed = await type(going.page);
  await going.context.close();
  const ended = await open(`${PAGE}?run=${id}`, 'main');
  const whileComing = await watchTasks(ended.page);
  await waitForLastLine(ended.page);
  const afterwards = await whileComing();
  const whole = await scroll(ended.page, list, TO_THE_END, 600);
  const session = await ended.context.newCDPSession(ended.page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowCpu.cpu ?? 1 });
  const typedSlowly = await type(ended.page);
  await ended.context.close();
  return {
    'lines arrive while the import runs: longest task above 50 ms': asItGoes,
    'lines of an import that has ended arrive: longest task above 50 ms': afterwards,
    'rendered at once': Math.max(slow.rows, whole.rows),
    'scrolled row by row: longest frame': slow.longest,
    'scrolled from top to bottom: longest frame': whole.longest,
    'a query typed: longest task above 50 ms': typed,
    'a query typed, 4× CPU slowdown: longest task above 50 ms': typedSlowly,
  };
};

const faulty = (): Uint8Array => {
  const rows = Array.from({ length: ROWS }, (_, at) => [`J-${at}`, `Товар ${at}`, `много ${at}`]);
  return new TextEncoder().encode(csvOf([['Артикул', 'Название', 'Вес, кг'], ...rows]));
};

/** Waits for the full height of the log (28 px per line), read from the style: measuring it would cause layout work. */
const waitForLastLine = async (page: Page): Promise<void> => {
  await until(page, `parseFloat(document.querySelector('${list}')?.style.height) >= ${ROWS} * 28`);
  await page.waitForTimeout(2000);
};

const until = (page: Page, holds: string): Promise<void> =>
  page.evaluate<void>(`new Promise(done => {
    requestAnimationFrame(function look() {
      if (${holds}) done();
      else requestAnimationFrame(look);
    });
  })`);

const type = async (page: Page): Promise<number> => {
  const search = page.locator('main input[type=search]');
  await search.click();
  await page.waitForTimeout(500);
  const longestTask = await watchTasks(page);
  await search.pressSequentially(QUERY, { delay: 150 });
  await until(page, `document.querySelectorAll('${list} > div').length === 1`);
  return longestTask();
};
