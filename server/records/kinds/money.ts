import { sql } from 'drizzle-orm';
import {
  createParsedValue,
  createParseError,
  type FilledCell,
  type ParseResult,
  parseAmount,
} from '../../table/parseResult.ts';
import { findCurrency, parseMeasured } from '../../table/units.ts';
import { defineStoredKind } from '../kind.ts';
import { createRangeRule, getNumberFormat } from './numbers.ts';

/**
 * An amount may include its currency in the text or the cell's format. A foreign currency is rejected, since the number
 * would be a wrong price.
 */
const parse = (cell: FilledCell, { decimals, currency }: { decimals: number; currency: string }): ParseResult => {
  if (typeof cell === 'object' && 'currency' in cell)
    return cell.currency === currency
      ? createParsedValue(cell.amount)
      : createParseError('otherCurrency', { currency: cell.currency });
  const measured = typeof cell === 'string' ? parseMeasured(cell) : null;
  const namedCurrency = measured && findCurrency(measured.word);
  if (!measured || !namedCurrency) return parseAmount(cell, decimals);
  return namedCurrency === currency
    ? parseAmount(measured.number, decimals)
    : createParseError('otherCurrency', { currency: namedCurrency });
};

export const money = defineStoredKind('money', {
  fromText: text => sql`(${text})::numeric`,
  parse,
  write: amount => amount,
  columnFormat: 'measure',
  getPart: (items, { project }) => findProjectPrice(items, project)?.amount ?? null,
  withPart: (items, amount, { project, currency }) => [
    ...items.filter(item => !isPrice(item) || item.project_id !== project),
    ...(amount === null
      ? []
      : [{ project_id: project, amount, currency: findProjectPrice(items, project)?.currency ?? currency }]),
  ],
  format: getNumberFormat,
  rule: createRangeRule,
  example: () => 199.9,
});

const findProjectPrice = (prices: readonly unknown[], project: number | undefined) =>
  prices.filter(isPrice).find(({ project_id }) => project_id === project);

const isPrice = (item: unknown): item is { project_id: number; amount: number; currency: string } =>
  typeof item === 'object' && item !== null && 'project_id' in item;
