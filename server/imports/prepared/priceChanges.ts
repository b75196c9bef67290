import type { PriceChangeSummary } from '#contract/preparing.ts';
import { getValueAt } from '#contract/values.ts';
import { type ComparedRow, type FieldColumn, isUnchangedAt } from '../dryRun.ts';

/** The user is warned about larger price changes before they are written. */
const NOTABLE_PERCENT = 30;

/** Accumulates statistics on how a table changes the prices of products. */
export const createPriceSummary = () => {
  const sums = { changed: 0, ratios: 0, rising: 0, falling: 0 };
  return {
    add: (rows: readonly ComparedRow[], columns: readonly FieldColumn[]): void => {
      const prices = columns.filter(({ definition }) => 'currency' in definition);
      for (const comparedRow of rows)
        for (const column of prices) {
          const [before, after] = [comparedRow.before, comparedRow.after].map(values =>
            Number(getValueAt(values, column.name)),
          );
          if (isUnchangedAt(comparedRow, column) || !before || !after) continue;
          const percent = (100 * (after - before)) / before;
          sums.changed += 1;
          sums.ratios += percent;
          if (percent > NOTABLE_PERCENT) sums.rising += 1;
          if (percent < -NOTABLE_PERCENT) sums.falling += 1;
        }
    },
    result: (): PriceChangeSummary | null =>
      sums.changed === 0
        ? null
        : {
            changed: sums.changed,
            mean: sums.ratios / sums.changed,
            rising: sums.rising,
            falling: sums.falling,
            percent: NOTABLE_PERCENT,
          },
  };
};
