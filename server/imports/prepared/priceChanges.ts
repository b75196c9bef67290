import { type createPriceSummary, getPercentChange } from '#contract/priceChanges.ts';
import { getValueAt } from '#contract/values.ts';
import { type ComparedRow, type FieldColumn, isUnchangedAt } from '../dryRun.ts';

/** Adds how the rows of a table change the prices of products. */
export const addPriceChanges = (
  summary: ReturnType<typeof createPriceSummary>,
  rows: readonly ComparedRow[],
  columns: readonly FieldColumn[],
): void => {
  const prices = columns.filter(({ definition }) => 'currency' in definition);
  for (const comparedRow of rows)
    for (const column of prices) {
      const [before, after] = [comparedRow.before, comparedRow.after].map(values =>
        Number(getValueAt(values, column.name)),
      );
      if (isUnchangedAt(comparedRow, column) || !before || !after) continue;
      const change = getPercentChange(before, after);
      if (change !== null) summary.add(change);
    }
};
