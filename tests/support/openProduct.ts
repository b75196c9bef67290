import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { openBrowser } from './browser.ts';
import { type Product, startProduct } from './product.ts';

/** Starts the product and a browser for the tests of a file, and ends both after them. */
export const openProduct = async (): Promise<{ product: Product; browser: Browser }> => {
  const [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  afterAll(async () => {
    await browser.close();
    await product.stop();
  });
  return { product, browser };
};
