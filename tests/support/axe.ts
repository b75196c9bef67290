import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const MAX_IDLE_WAIT_MS = 5000;

/** What axe reports on a page: the rule and the elements. @param rules limits the check to these; default: all */
export const faultsOfAccess = async (page: Page, rules?: string[]): Promise<string[]> => {
  await page.evaluate(source);
  let faults = await look(page, rules);
  // Repeats a failed check, because a part that loads during the check is seen half rendered.
  for (let tries = 0; tries < 3 && faults.length > 0; tries += 1) {
    // A page whose reads are held back never becomes idle.
    await page.waitForLoadState('networkidle', { timeout: MAX_IDLE_WAIT_MS }).catch(() => undefined);
    faults = await look(page, rules);
  }
  return faults;
};

const look = async (page: Page, rules: string[] | undefined): Promise<string[]> => {
  await stillness(page);
  return page.evaluate(async runOnly => {
    const { axe } = globalThis as unknown as { axe: Pick<typeof Axe, 'run'> };
    const { violations } = await axe.run(runOnly ? { runOnly } : {});
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
  }, rules);
};

/** Waits for all finite animations, because colours are wrong while something fades in. */
const stillness = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)))
        .map(({ finished }) => finished.catch(() => undefined)),
    ).then(() => undefined),
  );
