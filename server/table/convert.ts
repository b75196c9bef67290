import { amounts } from '#contract/fields/money.ts';
import type { Conversion } from '#contract/importMapping.ts';
import { replaceSeparator } from './multiValue.ts';
import { readNumber } from './parseResult.ts';
import { type Cell, getMeasure, isBlank, roundLikeSpreadsheet, toFullText } from './row.ts';
import { findCurrency, findWeightUnit, getConversionFactor, parseMeasured } from './units.ts';

type ConversionKind = Conversion['kind'];
type Converters = { [K in ConversionKind]: (cell: Cell, conversion: Extract<Conversion, { kind: K }>) => Cell };

/**
 * Converts a sender's cell step by step. A step leaves text it cannot parse unchanged. A number that a step cannot
 * parse keeps its unit, so that the field does not mistake the number for a converted value.
 */
export const applyConversions = (cell: Cell, conversions: readonly Conversion[]): Cell =>
  conversions.reduce<Cell>((value, conversion) => (isBlank(value) ? value : applyConversion(value, conversion)), cell);

// Safe, because the step is looked up by the conversion's own kind.
const applyConversion = (cell: Cell, conversion: Conversion): Cell =>
  converters[conversion.kind](cell, conversion as never);

const converters: Converters = {
  part: (cell, { separator, at }) => {
    const parts = toFullText(cell).split(separator);
    return parts.at(at > 0 ? at - 1 : at)?.trim() ?? null;
  },
  between: (cell, { after, before }) => {
    const text = toFullText(cell);
    const startIndex = after === null ? 0 : text.indexOf(after);
    if (startIndex < 0) return cell;
    const start = startIndex + (after?.length ?? 0);
    const end = before === null ? text.length : text.indexOf(before, start);
    return end < 0 ? cell : text.slice(start, end).trim();
  },
  digits: cell => toFullText(cell).replace(/\D/g, '') || cell,
  list: (cell, { separator }) => replaceSeparator(toFullText(cell), separator),
  decimal: (cell, { mark }) => {
    if (typeof cell !== 'string') return cell;
    const measured = parseMeasured(cell);
    if (!measured) return cell;
    const plain = measured.number.replaceAll(mark === '.' ? ',' : '.', '').replace(mark, '.');
    const number = readNumber(plain);
    if (number === null) return cell;
    return measured.word ? `${String(number).replace('.', ',')} ${measured.word}` : number;
  },
  unit: (cell, { unit }) => {
    const amount = readAmount(cell);
    if (!amount) return keepUnit(cell, unit);
    return amount.word === '' ? roundLikeSpreadsheet(amount.number * getConversionFactor(unit, 'kg')) : cell;
  },
  currency: (cell, { currency }) => {
    const amount = readAmount(cell);
    if (!amount) return keepUnit(cell, currency);
    return amount.word === '' ? toCurrency(amount.number, currency) : cell;
  },
  rate: (cell, { currency, rate }) => {
    const amount = readAmount(cell);
    return amount && findCurrency(amount.word) === currency ? roundToCents(amount.number * rate) : cell;
  },
  withoutTax: (cell, { percent }) => scaleAmount(cell, 100 / (100 + percent)),
  multiply: (cell, { by }) => {
    const amount = readAmount(cell);
    return amount?.word === '' ? roundLikeSpreadsheet(amount.number * by) : scaleAmount(cell, by);
  },
  date: (cell, { order }) => {
    if (typeof cell !== 'string') return cell;
    const numbers = /^(\d{1,4})[./\-\s](\d{1,2})[./\-\s](\d{1,4})(?:\D.*)?$/.exec(cell.trim())?.slice(1) ?? [];
    const numberAt = (letter: string): string => numbers[order.indexOf(letter)] ?? '';
    return toDayCell(numberAt('y'), numberAt('m'), numberAt('d')) ?? cell;
  },
};

interface ParsedAmount {
  number: number;
  /** The unit or currency; empty for a bare number. */
  word: string;
}

const readAmount = (cell: Cell): ParsedAmount | null => {
  if (typeof cell === 'number') return { number: cell, word: '' };
  if (typeof cell === 'object' && cell && 'amount' in cell) return { number: cell.amount, word: getMeasure(cell) };
  const measured = typeof cell === 'string' ? (parseMeasured(cell) ?? { number: cell, word: '' }) : null;
  // Ambiguous numbers such as «1,290» (1290 or 1.29) are left unchanged. The field's own check reports them.
  if (!measured || /^[+-]?[1-9]\d{0,2}(,\d{3})+$/.test(measured.number)) return null;
  const number = readNumber(measured.number);
  return number === null ? null : { number, word: measured.word };
};

/** A bare number that could not be parsed, with its unit or currency appended so that the field rejects it. */
const keepUnit = (cell: Cell, word: string): Cell =>
  typeof cell === 'string' && parseMeasured(cell)?.word === '' ? `${cell} ${word}` : cell;

const scaleAmount = (cell: Cell, factor: number): Cell => {
  const amount = readAmount(cell);
  if (!amount) return typeof cell === 'string' && parseMeasured(cell) ? `${cell} × ${factor}` : cell;
  if (amount.word === '') return roundToCents(amount.number * factor);
  const currency = findCurrency(amount.word);
  if (currency) return toCurrency(roundToCents(amount.number * factor), currency);
  const unit = findWeightUnit(amount.word);
  return unit ? roundLikeSpreadsheet(amount.number * getConversionFactor(unit, 'kg') * factor) : cell;
};

const toCurrency = (amount: number, currency: string): Cell =>
  currency === amounts.limits.currency ? amount : { amount, currency };

/** Rounds to whole kopecks without the binary error of products such as 1.005 × 100. */
const roundToCents = (amount: number): number => Math.round(Number((amount * 100).toPrecision(15))) / 100;

const toDayCell = (year: string, month: string, day: string): Cell => {
  const fullYear = year.length === 2 ? `20${year}` : year;
  const iso = `${fullYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso ? null : { day: iso };
};
