import { sql } from 'drizzle-orm';
import { parseAmount } from '../../table/parsed.ts';
import { stored } from '../kind.ts';
import { formatOf, rangeRule } from './numbers.ts';

const units = { kg: /(кг|kg)\.?$/i } as const;
const noUnit = /(?!)/;

export const number = stored('number', {
  fromText: text => sql`(${text})::numeric`,
  parse: (cell, { unit, decimals }) => parseAmount(cell, unit ? units[unit] : noUnit, decimals),
  write: number => number,
  format: formatOf,
  rule: rangeRule,
  example: ({ min, max, decimals }) =>
    Math.min(max, Number((Math.max(min, 0) + (decimals > 0 ? 0.25 : 1)).toFixed(decimals))),
});
