import type { Browser } from 'playwright-core';
import { after, type Condition, fast, load, type State } from './browsing.ts';
import { type Figure, median, type Part } from './figures.ts';
import { withFolder } from './server.ts';
import { inBrowser } from './web.ts';

const editor = '/content/categories?platform=site';
const row = '[role=treeitem]';
const ready: Condition = { selector: row, min: 10 };
const search = 'main input[type=search]';

const steps = {
  'editor opened, cold': 1000,
  'branch opened': 50,
  'from a keystroke in the search to the matches': 100,
  'edit shown': 100,
  'edit saved': 1000,
} as const;
type Step = keyof typeof steps;

const categories = Array.from({ length: 100 }, (_, branch) => ({
  name: `Раздел ${branch + 1}`,
  children: Array.from({ length: 99 }, (_, at) => ({ name: `Категория ${branch + 1}.${at + 1}`, children: [] })),
}));

export const treePart: Part = {
  name: 'tree',
  title: 'A tree of 10,000 categories',
  run: ({ runs }) =>
    withFolder(dataDir =>
      inBrowser({ dataDir }, async ({ server, browser, client, state }) => {
        await client.put('/categories/site', { categories });
        const times = new Map<Step, number[]>();
        const note = (step: Step, ms: number) => times.set(step, [...(times.get(step) ?? []), ms]);
        // From 0, because the first round only warms the caches and is not counted.
        for (let run = 0; run <= runs; run += 1)
          await visit(browser, `${server.origin}${editor}`, state, run === 0 ? () => undefined : note);
        return Object.entries(steps).map(
          ([label, atMost]): Figure => ({ label, ours: median(times.get(label as Step) ?? []), unit: 'ms', atMost }),
        );
      }),
    ),
};

const visit = async (browser: Browser, url: string, state: State, note: (step: Step, ms: number) => void) => {
  const { context, page, readyIn } = await load(browser, url, ready, fast, state);
  note('editor opened, cold', readyIn);
  const open = () => page.locator(`${row} [aria-hidden]`).first().click();
  note('branch opened', await after(page, open, { selector: `${row}[aria-level="2"]`, min: 10 }));
  await page.locator(search).click();
  for (const letter of '57.4') {
    const shown = (await page.locator(row).first().textContent()) ?? '';
    const type = () => page.keyboard.insertText(letter);
    const isFound: Condition = { selector: `${row} small`, min: 1 };
    note(
      'from a keystroke in the search to the matches',
      await after(page, type, letter === '5' ? isFound : { selector: row, not: shown }),
    );
  }
  await page.locator(search).fill('');
  await page.locator(row).first().click();
  const moveDown = () => page.getByRole('button', { name: 'Ниже' }).click();
  note('edit shown', await after(page, moveDown, { selector: 'aside li' }));
  const edits = 'aside[aria-label="Правки"]';
  const listed = (await page.locator(edits).textContent()) ?? '';
  const save = () => page.getByRole('button', { name: 'Сохранить' }).click();
  note('edit saved', await after(page, save, { selector: edits, not: listed }));
  await context.close();
};
