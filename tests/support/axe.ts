import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds fault with on a page: the rule and the elements. */
export const faultsOfAccess = async (page: Page): Promise<string[]> => {
  await page.evaluate(source);
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: Pick<typeof Axe, 'run'> }).axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
  });
};
