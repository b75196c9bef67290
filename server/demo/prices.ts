import type { DemoProduct } from './data.ts';
import { createRandom } from './random.ts';

export interface DemoPrice {
  sku: string;
  project: string;
  amount: number;
}

const SEED = 461;

export const generateProjectPrices = (products: readonly DemoProduct[]): DemoPrice[] => {
  const random = createRandom(SEED);
  return products.flatMap(({ sku, price }): DemoPrice[] => {
    const [isInCafe, onSite] = [random.chance(0.18), random.chance(0.06)];
    if (!price) return [];
    return [
      ...(isInCafe ? [{ sku, project: 'cafe-menu', amount: Math.ceil((price * 1.2) / 10) * 10 }] : []),
      ...(onSite ? [{ sku, project: 'site', amount: Math.max(1, Math.floor(price * 0.9)) - 0.1 }] : []),
    ];
  });
};
