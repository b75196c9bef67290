import type { BrowserContext, Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import type { Asked, Harness } from './harness.ts';

/** A tab of the application's client. */
export interface HarnessTab {
  page: Page;
  signIn: (email: string) => Promise<void>;
  signOut: () => Promise<void>;
  ask: (count: number) => Promise<Asked>;
  hasLocks: () => Promise<boolean>;
}

type HarnessWindow = { harness: Harness };

/** Bundles the client once for a test file. */
export const buildHarness = async (): Promise<string> => {
  const bundle = await rolldown({ input: 'tests/support/harness.ts', platform: 'browser', logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'iife' });
  await bundle.close();
  return output[0].code;
};

/**
 * Opens a tab in which the client runs, at the product's own origin: storage, locks and calls are the real ones.
 * The window has to be made with `bypassCSP`.
 */
export const openHarness = async (context: BrowserContext, address: string, code: string): Promise<HarnessTab> => {
  const page = await context.newPage();
  // A page of the server, not of the test: one that no address is known of may not call a local server.
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
