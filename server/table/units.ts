import type { Field } from '#contract/fields.ts';
import type { WeightUnit } from '#contract/importMapping.ts';

/** Common spellings of currencies, in lower case and without a trailing full stop. */
const currencies: Readonly<Record<string, readonly string[]>> = {
  RUB: ['₽', 'руб', 'рубль', 'рубля', 'рублей', 'рубли', 'р', 'rub', 'rur'],
  USD: ['$', 'usd', 'долл', 'доллар', 'доллара', 'долларов', 'us$'],
  EUR: ['€', 'eur', 'euro', 'евро'],
  GBP: ['£', 'gbp'],
  CNY: ['¥', 'cny', 'rmb', 'юань', 'юаней'],
  KZT: ['₸', 'kzt', 'тг', 'тенге'],
  BYN: ['byn', 'бел. руб', 'br'],
  UAH: ['₴', 'uah', 'грн'],
  TRY: ['₺', 'try'],
  AMD: ['֏', 'amd'],
  GEL: ['₾', 'gel'],
  UZS: ['uzs', 'сум'],
  KGS: ['kgs', 'сом'],
  CHF: ['chf', 'fr', 'франк'],
  PLN: ['pln', 'zł', 'злотый'],
  AED: ['aed', 'дирхам'],
  INR: ['inr', '₹'],
  JPY: ['jpy', 'иена'],
};

const weights: Readonly<Record<WeightUnit, readonly string[]>> = {
  g: ['г', 'гр', 'грамм', 'грамма', 'граммов', 'g', 'gr', 'gram', 'grams'],
  kg: ['кг', 'килограмм', 'килограмма', 'килограммов', 'kg', 'kgs', 'kilogram'],
  t: ['т', 'тн', 'тонна', 'тонны', 'тонн', 't', 'ton', 'tonne'],
};

const grams: Readonly<Record<WeightUnit, number>> = { g: 1, kg: 1000, t: 1_000_000 };

const indexByWord = <T extends string>(synonyms: Readonly<Record<T, readonly string[]>>): ReadonlyMap<string, T> =>
  new Map(
    Object.entries<readonly string[]>(synonyms).flatMap(([unit, all]) => all.map(word => [word, unit as T] as const)),
  );

const currencyWords = indexByWord(currencies);
const weightWords = indexByWord(weights);

const normalizeWord = (word: string): string => word.toLowerCase().replace(/\.+$/, '').trim();

/** The ISO 4217 code of a currency as people write it, or null. */
export const findCurrency = (word: string): string | null => currencyWords.get(normalizeWord(word)) ?? null;

export const findWeightUnit = (word: string): WeightUnit | null => weightWords.get(normalizeWord(word)) ?? null;

export const getConversionFactor = (from: WeightUnit, to: WeightUnit): number => grams[from] / grams[to];

interface MeasuredNumber {
  number: string;
  /** The word before or after the number: a unit or a currency. */
  word: string;
}

/** Longer texts are not amounts, so they are not searched. */
const MAX_TEXT_LENGTH = 60;

/** Parses a number with one word next to it: «1 290,00 ₽», «$5», «500 г.». Returns null for anything else. */
export const parseMeasured = (text: string): MeasuredNumber | null => {
  if (text.length > MAX_TEXT_LENGTH) return null;
  const [, before = '', number = '', after = ''] =
    /^([^\d+\-.,\s]*)\s*([+-]?\d[\d\s\u00a0\u2009\u202f.,']*)([^\d+-]*)$/.exec(text.trim()) ?? [];
  if (!number || (before && after)) return null;
  return { number: number.trim(), word: (before || after).trim() };
};

/** The words that may follow the numbers of a field in an exported table; an import reads them. */
export const listMeasureWords = (field: Field): readonly string[] => {
  if ('currency' in field) return [...(currencies[field.currency] ?? []).slice(0, 2), field.currency];
  return 'unit' in field && field.unit ? [...weights[field.unit].slice(0, 1), field.unit] : [];
};
