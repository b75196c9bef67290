import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { after, type Condition, fast, load, scroll, TO_THE_END } from './browsing.ts';
import { filled, onEachDatabase, openFilled, type Place, type Rig } from './databases.ts';
import { type Figure, measureTime, median, type Part, quantile } from './figures.ts';
import { importOnce } from './importing.ts';
import type { Client } from './server.ts';
import { inBrowser, type SignedIn } from './web.ts';

const CHANGES = 50_000;

export const historyPart: Part = {
  name: 'history',
  title: `A draft of ${CHANGES.toLocaleString('en')} changes`,
  run: ({ runs }) => onEachDatabase(rig => figuresOf(rig, runs)),
};

const seen = [
  ['opening the changes', 'ms', 500],
  ['rendered at once', 'rows', 60],
  ['scrolled row by row: longest frame', 'ms', 50],
  ['scrolled from top to bottom: longest frame', 'ms', 50],
  ['the last of them shown after it', 'ms', 1000],
] as const;
type Look = Record<(typeof seen)[number][0], number>;

const figuresOf = (rig: Rig, runs: number): Promise<Figure[]> =>
  rig.withPlace(async place => {
    await addProducts(place);
    return inBrowser({ ...place, env: filled }, async opened => {
      const draft = await renameAll(opened.client);
      const looks: Look[] = [];
      for (let run = 0; run <= runs; run += 1) looks.push(await look(opened));
      // Not counted, because the first round only warms the caches.
      const [, ...counted] = looks;
      return [
        ...(await pages(opened.client, draft)),
        ...seen.map(
          ([label, unit, atMost]): Figure => ({ label, ours: median(counted.map(of => of[label])), unit, atMost }),
        ),
      ].map(figure => ({ ...figure, label: `${rig.title}: ${figure.label}` }));
    });
  });

/** Inserts the products without an author, so that no draft records them. */
const addProducts = async (place: Place): Promise<void> => {
  const database = await openFilled(place);
  await database.db.execute(sql`insert into products (name, sku, status)
    select 'Товар замера ' || at || ' прежний', 'P-' || at, 'active' from generate_series(1, ${CHANGES}) at`);
  await database.db.execute(sql`analyze`);
  await database.close();
};

const renameAll = async (client: Client): Promise<number> => {
  const lines = Array.from({ length: CHANGES }, (_, at) => `P-${at + 1};Товар замера ${at + 1} новый`);
  const table = new TextEncoder().encode(['Артикул;Название', ...lines].join('\n'));
  const { changed } = await importOnce(client, 'names.csv', table);
  const { draft } = (await client.get('/drafts/current-header')) as { draft: { id: number; changes_count: number } };
  if (changed !== CHANGES || draft.changes_count !== CHANGES) throw new Error(`${draft.changes_count} changes`);
  return draft.id;
};

const pages = async (client: Client, draft: number): Promise<Figure[]> => {
  const times: number[] = [];
  for (let at = 0; at < 30; at += 1) {
    const page = 1 + Math.floor((at * CHANGES) / 50 / 30);
    const [ms] = await measureTime(() => client.get(`/drafts/${draft}/changes?page=${page}&per_page=50`));
    times.push(ms);
  }
  return [{ label: 'a page of 50 records, p95', ours: quantile(times, 0.95), unit: 'ms', atMost: 200 }];
};

const region = '[role=region] > ol';
const isRead: Condition = { selector: `${region} section`, min: 4 };

const look = async ({ server, browser, state }: SignedIn): Promise<Look> => {
  const at = `${server.origin}/content/history?view=drafts`;
  const { context, page } = await load(browser, at, { selector: 'article' }, fast, state);
  try {
    const card = page.locator('article > button', { hasText: /50.000 изменений/ });
    await card.waitFor();
    const opened = await after(page, () => card.click(), isRead);
    const slow = await scroll(page, region, 120, 500);
    const whole = await scroll(page, region, TO_THE_END, 600);
    return {
      'opening the changes': opened,
      'rendered at once': Math.max(slow.rows, whole.rows),
      'scrolled row by row: longest frame': slow.longest,
      'scrolled from top to bottom: longest frame': whole.longest,
      'the last of them shown after it': await waitForLastRow(page),
    };
  } finally {
    await context.close();
  }
};

const waitForLastRow = async (page: Page): Promise<number> => {
  const [ms] = await measureTime(() =>
    page.locator(`${region} > li[aria-posinset="${CHANGES}"] section`).waitFor({ timeout: 120_000 }),
  );
  return ms;
};
