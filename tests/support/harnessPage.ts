import type { BrowserContext, Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import type { Asked, Harness } from './harness.ts';

export interface HarnessTab {
  page: Page;
  signIn: (email: string) => Promise<void>;
  signOut: () => Promise<void>;
  ask: (count: number) => Promise<Asked>;
  hasLocks: () => Promise<boolean>;
}

type HarnessWindow = { harness: Harness };

/** Bundles the client; call it once per test file. */
export const buildHarness = async (): Promise<string> => {
  const bundle = await rolldown({ input: 'tests/support/harness.ts', platform: 'browser', logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'iife' });
  await bundle.close();
  return output[0].code;
};

/**
 * Opens a tab with the client at the product's own origin, so that storage, locks and calls are real. The window needs
 * `bypassCSP`, because the script is injected.
 */
export const openHarness = async (context: BrowserContext, address: string, code: string): Promise<HarnessTab> => {
  const page = await context.newPage();
  // Has to be a page of the server: Chromium blocks requests to a local server from a page without an address.
  await page.goto(`${address}/api/health`);
  await page.evaluate(code);
  return {
    page,
    signIn: email => page.evaluate(who => (window as unknown as HarnessWindow).harness.signIn(who), email),
    signOut: () => page.evaluate(() => (window as unknown as HarnessWindow).harness.signOut()),
    ask: count => page.evaluate(many => (window as unknown as HarnessWindow).harness.ask(many), count),
    hasLocks: () => page.evaluate(() => (window as unknown as HarnessWindow).harness.hasLocks),
  };
};
