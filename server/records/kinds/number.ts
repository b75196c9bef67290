import { sql } from 'drizzle-orm';
import type { WeightUnit } from '#contract/arrangement.ts';
import { type FilledCell, type Parsed, parseAmount, value } from '../../table/parsed.ts';
import { roundedAsShown } from '../../table/row.ts';
import { measured, timesIn, weightUnitOf } from '../../table/units.ts';
import { stored } from '../kind.ts';
import { formatOf, rangeRule } from './numbers.ts';

/** A weight may name its unit, in the text or by the cell's format: «0,5 кг» and «500 г» are the same. */
const parse = (cell: FilledCell, { unit, decimals }: { unit?: WeightUnit; decimals: number }): Parsed => {
  if (unit && typeof cell === 'object' && 'unit' in cell)
    return value(roundedAsShown(cell.amount * timesIn(cell.unit, unit)));
  const found = unit && typeof cell === 'string' ? measured(cell) : null;
  const named = found && weightUnitOf(found.word);
  if (!unit || !found || !named) return parseAmount(cell, decimals);
  if (named === unit) return parseAmount(found.number, decimals);
  const parsed = parseAmount(found.number, 0);
  return 'value' in parsed ? value(roundedAsShown(Number(parsed.value) * timesIn(named, unit))) : parsed;
};

export const number = stored('number', {
  fromText: text => sql`(${text})::numeric`,
  parse,
  write: number => number,
  format: formatOf,
  rule: rangeRule,
  example: ({ min, max, decimals }) =>
    Math.min(max, Number((Math.max(min, 0) + (decimals > 0 ? 0.25 : 1)).toFixed(decimals))),
});
