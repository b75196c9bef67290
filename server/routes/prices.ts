import type { Price } from '#contract/fields/prices.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { ServerDeps } from '../http/deps.ts';
import { createHandlers } from '../records/handlers.ts';
import { getBinding } from '../records/tableBinding.ts';
import type { Totals } from '../records/totals.ts';

/**
 * The project prices of a product as separate endpoints (contract 3). They use the record's handlers, so that its rules
 * apply.
 */
export const priceHandlers = (deps: ServerDeps, totals: Totals): Pick<Handlers['products'], 'prices' | 'setPrices'> => {
  const calls = createHandlers(deps, totals, getBinding('nomenclature'));
  const pricesIn = ({ prices = [] }: { prices?: Price[] }): Price[] => prices;
  return {
    prices: async call => pricesIn(await calls.read(call)),
    setPrices: async call => pricesIn(await calls.update(call)),
  };
};
