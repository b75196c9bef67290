import { sql } from 'drizzle-orm';
import type { WeightUnit } from '#contract/importMapping.ts';
import { createParsedValue, type FilledCell, type ParseResult, parseAmount } from '../../table/parseResult.ts';
import { roundLikeSpreadsheet } from '../../table/row.ts';
import { findWeightUnit, getConversionFactor, parseMeasured } from '../../table/units.ts';
import { defineStoredKind } from '../kind.ts';
import { createRangeRule, getNumberFormat } from './numbers.ts';

/** A weight may include its unit, in the text or in the cell's format. «0,5 кг» and «500 г» are equal. */
const parse = (cell: FilledCell, { unit, decimals }: { unit?: WeightUnit; decimals: number }): ParseResult => {
  if (unit && typeof cell === 'object' && 'unit' in cell)
    return createParsedValue(roundLikeSpreadsheet(cell.amount * getConversionFactor(cell.unit, unit)));
  const measured = unit && typeof cell === 'string' ? parseMeasured(cell) : null;
  const namedUnit = measured && findWeightUnit(measured.word);
  if (!unit || !measured || !namedUnit) return parseAmount(cell, decimals);
  if (namedUnit === unit) return parseAmount(measured.number, decimals);
  const parsedAmount = parseAmount(measured.number, 0);
  return 'value' in parsedAmount
    ? createParsedValue(roundLikeSpreadsheet(Number(parsedAmount.value) * getConversionFactor(namedUnit, unit)))
    : parsedAmount;
};

export const number = defineStoredKind('number', {
  fromText: text => sql`(${text})::numeric`,
  parse,
  write: number => number,
  columnFormat: 'measure',
  format: getNumberFormat,
  rule: createRangeRule,
  example: ({ min, max, decimals }) =>
    Math.min(max, Number((Math.max(min, 0) + (decimals > 0 ? 0.25 : 1)).toFixed(decimals))),
});
