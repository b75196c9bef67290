import type { DemoProduct } from './data.ts';
import { randomFrom } from './random.ts';
import type { projects } from './settings.ts';

export interface DemoPrice {
  sku: string;
  project: (typeof projects)[number]['code'];
  amount: number;
}

const SEED = 461;

/** What the cafes take for goods that the shops sell too: more, in whole tens; the site has an action now and then. */
export const projectPrices = (products: readonly DemoProduct[]): DemoPrice[] => {
  const random = randomFrom(SEED);
  return products.flatMap(({ sku, price }): DemoPrice[] => {
    const [inCafe, onSite] = [random.chance(0.18), random.chance(0.06)];
    if (!price) return [];
    return [
      ...(inCafe ? [{ sku, project: 'cafe-menu' as const, amount: Math.ceil((price * 1.2) / 10) * 10 }] : []),
      ...(onSite ? [{ sku, project: 'site' as const, amount: Math.max(1, Math.floor(price * 0.9)) - 0.1 }] : []),
    ];
  });
};
