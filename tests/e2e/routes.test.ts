import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type RoleSlug, roleSlugs } from '#contract/roles.ts';
import { follow, openWindow, signIn } from '../support/browser.ts';
import { openProduct } from '../support/openProduct.ts';
import { markHeadings, type Place, pageOf, placeOf } from '../support/place.ts';
import { realAddresses } from '../support/realAddress.ts';
import { holds } from '../support/rights.ts';
import { addresses as all, endOf, noticeOf } from '../support/screenRights.ts';

const { product, browser } = await openProduct();
const real = await realAddresses(product.address);

/** Headings of pages to which people are led away. */
const AWAY = /^(Здравствуйте|Матрицы$|Такой|Экран)/;

const isWrong = ({ path, heading }: Place, { end, isOpen }: ReturnType<typeof endOf>): boolean => {
  if (path !== real(end)) return true;
  const isList = end === '/content' || end === '/content/matrices';
  return AWAY.test(heading) !== (isList || !isOpen);
};

/** Goes to each address inside the running application, as a link would. */
const walk = async (page: Page, addresses: readonly string[], role: RoleSlug): Promise<string[]> => {
  const wrong: string[] = [];
  let before = '';
  for (const address of addresses) {
    // A wrong one is waited for; a few are enough to see what is wrong.
    if (wrong.length > 2) return wrong;
    await markHeadings(page);
    await follow(page, real(address));
    const expected = endOf(address, role, holds(role));
    const place = await placeOf(page, real(expected.end), pageOf(before) === pageOf(real(expected.end)));
    before = place.path;
    if (isWrong(place, expected))
      wrong.push(`${address} ends at ${place.path}, «${place.heading}», not at ${expected.end}`);
  }
  return wrong;
};

/** Gathers every notice of a missing permission, which comes two seconds late and goes by itself. */
const gatherNotices = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = new Set<string>();
    const read = () => {
      for (const [text] of document.body.innerText.matchAll(/У вас нет доступа к разделу с .+/g)) seen.add(text);
      document.body.dataset['notices'] = JSON.stringify([...seen].toSorted());
    };
    new MutationObserver(read).observe(document.body, { childList: true, subtree: true });
  });
const noticesOn = async (page: Page): Promise<string[]> =>
  JSON.parse((await page.evaluate(() => document.body.dataset['notices'])) ?? '[]') as string[];

/** What the sections call that are closed to a role. */
const noticesFor = (role: RoleSlug): string[] => {
  const closed = all.filter(address => {
    const { end, isOpen } = endOf(address, role, holds(role));
    return !isOpen && end === '/content';
  });
  return [...new Set(closed.map(noticeOf))].toSorted();
};

/** The administrator sees each editor of the settings; what is open to others there is looked at once. */
const walkedBy = (role: RoleSlug): readonly string[] =>
  all.filter(
    address =>
      role === 'admin' ||
      !/^\/content\/settings\/(language|project|cafe|reference)/.test(address) ||
      !endOf(address, role, holds(role)).isOpen,
  );

describe('§2 Routes and roles', () => {
  it.each(roleSlugs)('[P21] [R50] [R51] [R52] %s sees the page of the table by hand, at every address', async role => {
    const { context, page, complaints } = await openWindow(browser);
    await signIn(page, product.address, role);
    await page.getByRole('navigation').first().waitFor();
    await gatherNotices(page);
    expect(await walk(page, walkedBy(role), role)).toEqual([]);
    await expect.poll(() => noticesOn(page)).toEqual(noticesFor(role));
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('[R6] a visitor without a session ends at the sign-in page, from every address', async () => {
    const { context, page } = await openWindow(browser);
    for (const address of ['/content', '/content/nomenclature/7/settings', '/content/settings/reference/brand']) {
      await page.goto(`${product.address}${real(address)}`);
      await page.waitForURL('**/login');
    }
    for (const address of all) {
      await follow(page, real(address));
      await page.waitForURL('**/login');
    }
    await context.close();
  });
});
