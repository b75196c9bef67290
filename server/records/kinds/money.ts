import { sql } from 'drizzle-orm';
import { type FilledCell, fault, type Parsed, parseAmount, value } from '../../table/parsed.ts';
import { currencyOf, measured } from '../../table/units.ts';
import { stored } from '../kind.ts';
import { formatOf, rangeRule } from './numbers.ts';

/** An amount may name its currency, in the text or by the cell's format; a foreign one would be a wrong price. */
const parse = (cell: FilledCell, { decimals, currency }: { decimals: number; currency: string }): Parsed => {
  if (typeof cell === 'object' && 'currency' in cell)
    return cell.currency === currency ? value(cell.amount) : fault('otherCurrency', { currency: cell.currency });
  const found = typeof cell === 'string' ? measured(cell) : null;
  const named = found && currencyOf(found.word);
  if (!found || !named) return parseAmount(cell, decimals);
  return named === currency ? parseAmount(found.number, decimals) : fault('otherCurrency', { currency: named });
};

export const money = stored('money', {
  fromText: text => sql`(${text})::numeric`,
  parse,
  write: amount => amount,
  partOf: (whole, { project }) => inProject(whole, project)?.amount ?? null,
  withPart: (whole, amount, { project, currency }) => [
    ...whole.filter(one => !isPrice(one) || one.project_id !== project),
    ...(amount === null
      ? []
      : [{ project_id: project, amount, currency: inProject(whole, project)?.currency ?? currency }]),
  ],
  format: formatOf,
  rule: rangeRule,
  example: () => 199.9,
});

const inProject = (prices: readonly unknown[], project: number | undefined) =>
  prices.filter(isPrice).find(({ project_id }) => project_id === project);

const isPrice = (item: unknown): item is { project_id: number; amount: number; currency: string } =>
  typeof item === 'object' && item !== null && 'project_id' in item;
