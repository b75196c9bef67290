import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { damaged, KNOWN, ROWS, tableOfTwelveFaults } from '#tests/support/twelveFaults.ts';
import { fast, load, type State, watchTasks } from './browsing.ts';
import { onEachDatabase, type Rig } from './databases.ts';
import { type Figure, median, type Part } from './figures.ts';
import { type Client, type Server, UPLOADS } from './server.ts';
import { inBrowser } from './web.ts';

export const damagePart: Part = {
  name: 'damage',
  title: `${damaged.length} faults in a table of ${ROWS.toLocaleString('en')} rows`,
  run: ({ runs }) => onEachDatabase(rig => figuresOf(rig, runs)),
};

interface Look {
  foundIn: number;
  blocked: number;
}

const figuresOf = (rig: Rig, runs: number): Promise<Figure[]> =>
  rig.withPlace(place =>
    inBrowser(place, async ({ server, browser, client, state }) => {
      for (const product of KNOWN) await client.post('/products', product);
      const table = join(place.dataDir, 'товары.xlsx');
      await writeFile(table, await tableOfTwelveFaults());
      const looks: Look[] = [];
      for (let run = 0; run <= runs; run += 1) {
        looks.push(await look(browser, server, state, table));
        await removeUploads(client);
      }
      // Not counted, because the first round only warms the caches.
      const [, ...counted] = looks;
      return [
        {
          label: `${rig.title}: all found`,
          ours: median(counted.map(({ foundIn }) => foundIn)),
          unit: 'ms',
          atMost: 3000,
        },
        {
          label: `${rig.title}: the page's longest task above 50 ms, at worst`,
          ours: Math.max(...counted.map(({ blocked }) => blocked)),
          unit: 'ms',
          atMost: 50,
        },
      ];
    }),
  );

/** The page keeps uploads until they are removed, and their number per user is limited. */
const removeUploads = async (client: Client): Promise<void> => {
  const uploads = (await client.get(UPLOADS)) as { id: number }[];
  for (const { id } of uploads) await client.remove(`${UPLOADS}/${id}`, {});
};

const look = async (browser: Browser, { origin }: Server, state: State, table: string): Promise<Look> => {
  const { page, context } = await load(
    browser,
    `${origin}/content/nomenclature/import`,
    { selector: 'input[name=table]' },
    fast,
    state,
  );
  await page.waitForTimeout(2000);
  const longestTask = await watchTasks(page);
  await page.evaluate(`globalThis.found = new Promise(done => requestAnimationFrame(function look() {
      const at = performance.now();
      if (/С ошибками\\s*${damaged.length}\\b/.test(document.querySelector('main').innerText)) done(at);
      else requestAnimationFrame(look);
    }));
    addEventListener('change', () => (globalThis.chosen = performance.now()), { capture: true })`);
  // Passed as a path, because bytes would arrive through the debugger and be unpacked on the page's main thread.
  await page.locator('input[name=table]').setInputFiles(table);
  const foundIn = await page.evaluate<number>('found.then(at => at - chosen)');
  const blocked = await longestTask();
  await context.close();
  return { foundIn, blocked };
};
