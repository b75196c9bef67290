import type { Price } from '#contract/fields/prices.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { Deps } from '../http/deps.ts';
import { handlersOf } from '../records/handlers.ts';
import { storageOf } from '../records/tableBinding.ts';
import type { Totals } from '../records/totals.ts';

/** The prices of a product in projects as calls of their own (contract 3): its field `prices`, read and written alone. */
export const priceHandlers = (deps: Deps, totals: Totals): Pick<Handlers['products'], 'prices' | 'setPrices'> => {
  const calls = handlersOf(deps, totals, storageOf('nomenclature'));
  const pricesIn = ({ prices = [] }: { prices?: Price[] }): Price[] => prices;
  return {
    prices: async call => pricesIn(await calls.read(call)),
    setPrices: async call => pricesIn(await calls.update(call)),
  };
};
