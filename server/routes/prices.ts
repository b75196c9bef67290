import type { Price } from '#contract/fields.ts';
import { handlersOf } from '../collections/handlers.ts';
import { storageOf } from '../collections/storage.ts';
import type { Totals } from '../collections/totals.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../implement.ts';

/** The prices of a product in projects as calls of their own (contract 3): its field `prices`, read and written alone. */
export const priceHandlers = (deps: Deps, totals: Totals): Pick<Handlers['products'], 'prices' | 'setPrices'> => {
  const calls = handlersOf(deps, totals, storageOf('nomenclature'));
  const pricesIn = ({ prices = [] }: { prices?: Price[] }): Price[] => prices;
  return {
    prices: async call => pricesIn(await calls.read(call)),
    setPrices: async call => pricesIn(await calls.update(call)),
  };
};
