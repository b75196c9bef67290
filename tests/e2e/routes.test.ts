import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOME } from '#contract/addresses.ts';
import { landingTab } from '#contract/editorTabs.ts';
import { allows, permissionSlugs } from '#contract/permissions.ts';
import { isResourceName } from '#contract/records.ts';
import { type RoleSlug, roleSlugs, roles } from '#contract/roles.ts';
import { confinedTo, routes, ruleOf } from '#contract/routes.ts';
import { follow, openBrowser, openWindow, signIn } from '../support/browser.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** A record of the demonstration stands for every `:id`. */
const addresses = routes.map(rule => ({ rule, path: rule.path.replace(':id', '1') }));

/** Where the table of routes says that somebody ends who asks for an address. */
const destination = (path: string, granted: ReadonlySet<string>, role: string): string => {
  const matrices = confinedTo(role, path);
  if (matrices) return matrices;
  const rule = addresses.find(address => address.path === path)?.rule;
  // Whoever is sent home from a closed page of theirs is led on from there.
  const own = rule?.aliasOf?.replace(':id', '1') ?? path;
  const isOpen = allows(rule?.access, granted) && isLandingOpen(path, granted, role);
  return isOpen ? own : (confinedTo(role, HOME) ?? HOME);
};

/** An editor's address without a tab leads to one, which may be closed. */
const isLandingOpen = (path: string, granted: ReadonlySet<string>, role: string): boolean => {
  const name = /^\/content\/(.+)\/1$/.exec(path)?.[1] ?? '';
  const tab = isResourceName(name) ? landingTab(name, { role, can: access => allows(access, granted) }) : null;
  return tab === null || allows(ruleOf(`${path}/${tab}`)?.access, granted);
};

/** Whether an address leads on below itself once its page is drawn, as an editor to one of its tabs. */
const leadsOn = (path: string): boolean =>
  addresses.some(address => address.path.startsWith(`${path}/`)) && path.endsWith('/1');

/** An editor that may be opened leads to one of its tabs. */
const isThere = (end: string, path: string, expected: string): boolean =>
  end === expected || (expected === path && end.startsWith(`${path}/`));

/** How long a step of the application may take. */
const FRAMES = 600;

/** Goes to an address inside the running application, as a link would; answers where it ends. */
const visit = async (page: Page, path: string, expected: string): Promise<string> => {
  await follow(page, path);
  const where = () => page.evaluate(() => window.location.pathname);
  // Going on before an editor has led to its tab would be overtaken by that step.
  const isOver = (end: string) => isThere(end, path, expected) && !(end === path && leadsOn(path));
  for (let tries = 0; tries < FRAMES && !isOver(await where()); tries += 1)
    await page.evaluate(() => new Promise(requestAnimationFrame));
  return where();
};

const walk = async (page: Page, paths: readonly string[], granted: ReadonlySet<string>, role: string) => {
  const wrong: string[] = [];
  for (const path of paths) {
    const expected = destination(path, granted, role);
    const end = await visit(page, path, expected);
    if (!isThere(end, path, expected)) wrong.push(`${path} ends at ${end}, not at ${expected}`);
  }
  return wrong;
};

describe('§2 Routes and roles', () => {
  it.each(roleSlugs)('[P21] [R50] [R51] %s ends where the table of routes says, from every address', async role => {
    const { context, page, complaints } = await openWindow(browser);
    await signIn(page, product.address, role);
    await page.getByRole('navigation').first().waitFor();
    const granted = new Set<string>(roles[role satisfies RoleSlug]);
    expect(
      await walk(
        page,
        addresses.map(({ path }) => path),
        granted,
        role,
      ),
    ).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('[R6] a visitor without a session ends at the sign-in page, from every address', async () => {
    const { context, page } = await openWindow(browser);
    for (const { path } of addresses.filter((_, at) => at % 6 === 0)) {
      await page.goto(`${product.address}${path}`);
      await page.waitForURL('**/login');
    }
    await context.close();
  });

  it('[P1] [P21] [R51] without one slug alone, just its routes are closed', async () => {
    const { context, page } = await openWindow(browser);
    await signIn(page, product.address);
    let missing = '';
    await page.route('**/api/profile', async route => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { result: { user: { permissions: { slug: string }[] } } };
      const { user } = body.result;
      user.permissions = user.permissions.filter(({ slug }) => slug !== missing);
      await route.fulfill({ response: answer, json: body });
    });
    const wrong: string[] = [];
    for (const slug of permissionSlugs) {
      missing = slug;
      const concerned = addresses.filter(({ rule }) => Array.isArray(rule.access) && rule.access.includes(slug));
      if (concerned.length === 0) continue;
      await page.evaluate(() => localStorage.removeItem('vitrina.profile'));
      await page.goto(`${product.address}/content`);
      await page.getByRole('navigation').first().waitFor();
      const granted = new Set<string>(permissionSlugs.filter(other => other !== slug));
      wrong.push(
        ...(await walk(
          page,
          concerned.map(({ path }) => path),
          granted,
          'admin',
        )),
      );
    }
    expect(wrong).toEqual([]);
    await context.close();
  });
});
