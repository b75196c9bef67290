import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds fault with on a page: the rule and the elements. @param rules only these; all of them without */
export const faultsOfAccess = async (page: Page, rules?: string[]): Promise<string[]> => {
  await page.evaluate(source);
  return page.evaluate(async runOnly => {
    const { axe } = globalThis as unknown as { axe: Pick<typeof Axe, 'run'> };
    const { violations } = await axe.run(runOnly ? { runOnly } : {});
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
  }, rules);
};
