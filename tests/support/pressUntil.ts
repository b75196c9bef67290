import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Moves what was taken by the keyboard to an end, where another press changes nothing. The library listens for keys some
 * milliseconds after it has said that it took something: sooner than any hand moves, not than a test.
 */
export const pressUntil = async (page: Page, key: string, announced: string | RegExp): Promise<void> => {
  const announcement = page.getByText(announced);
  await expect.poll(() => page.keyboard.press(key).then(() => announcement.count()), { interval: 300 }).toBe(1);
};
