import { sql } from 'drizzle-orm';
import { parseAmount } from '../../table/parsed.ts';
import { stored } from '../kind.ts';
import { formatOf, rangeRule } from './numbers.ts';

const roubles = /(₽|руб\.?|р\.?|rub)$/i;

export const money = stored('money', {
  fromText: text => sql`(${text})::numeric`,
  parse: (cell, { decimals }) => parseAmount(cell, roubles, decimals),
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
