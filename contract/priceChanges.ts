import { z } from 'zod';
import type { Collection } from './collection.ts';
import { getValueAt } from './values.ts';

/** How a write would change prices. */
export const PriceChangeSummary = z.object({
  changed: z.int(),
  /** The mean change, in percent. */
  mean: z.number(),
  /** Prices that rise or fall by more than `percent`. */
  rising: z.int(),
  falling: z.int(),
  percent: z.number(),
});
export type PriceChangeSummary = z.output<typeof PriceChangeSummary>;

/** Fields with an amount of money, whose changes are compared in percent. */
export const listPriceFields = ({ fields }: Pick<Collection, 'fields'>): string[] =>
  Object.entries(fields).flatMap(([name, field]) => ('currency' in field ? [name] : []));

/** The change from one amount to another in percent; null if they are the same, or if there is no amount to compare. */
export const getPercentChange = (before: unknown, after: unknown): number | null => {
  const [was, is] = [toAmount(before), toAmount(after)];
  return was === null || is === null || was === 0 || was === is ? null : (100 * (is - was)) / was;
};

/** An amount is a number, or that of a project's price. */
const toAmount = (value: unknown): number | null => {
  if (typeof value === 'number') return value;
  return typeof value === 'object' && value !== null && 'amount' in value ? toAmount(value.amount) : null;
};

type Values = Readonly<Record<string, unknown>>;

/** The changes of all prices of a record, in percent; those of projects are compared project by project. */
export const listPercentChanges = (collection: Pick<Collection, 'fields'>, before: Values, after: Values): number[] =>
  listPriceFields(collection).flatMap(name => {
    const [was, is] = [getValueAt(before, name), getValueAt(after, name)];
    if (!Array.isArray(was) || !Array.isArray(is)) return getPercentChange(was, is) ?? [];
    return is.flatMap(
      price =>
        getPercentChange(
          was.find(other => isSameProject(other, price)),
          price,
        ) ?? [],
    );
  });

const isSameProject = (one: unknown, other: unknown): boolean =>
  (one as { project_id?: unknown }).project_id === (other as { project_id?: unknown }).project_id;

/** Accumulates statistics on changes in percent. Larger ones are pointed out before they are written. */
export const createPriceSummary = (percent: number) => {
  const sums = { changed: 0, ratios: 0, rising: 0, falling: 0 };
  return {
    add: (change: number): void => {
      sums.changed += 1;
      sums.ratios += change;
      if (change > percent) sums.rising += 1;
      if (change < -percent) sums.falling += 1;
    },
    result: (): PriceChangeSummary | null => {
      const { changed, ratios, rising, falling } = sums;
      return changed === 0 ? null : { changed, mean: ratios / changed, rising, falling, percent };
    },
  };
};
