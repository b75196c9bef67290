import { type BrandName, CAFE, type UnitSymbol } from './brands.ts';

/**
 * A line of goods: one kind in several tastes and sizes. Each brand's share of a line is one model,
 * unless the line is not `grouped` (real catalogues are never grouped to the end).
 */
export interface Line {
  /** How the name starts: «Кофе зерновой». */
  kind: string;
  unit: UnitSymbol;
  brands: readonly (BrandName | null)[];
  /** What follows the brand, with how dear it is beside the others; the first is never left out. */
  tastes: readonly (readonly [name: string, level: number])[];
  sizes: readonly [Size, ...Size[]];
  /** How many variants a brand has at most. */
  take: number;
  grouped: boolean;
  byWeight: boolean;
  /** The taste alone says what it is: «Курага «Белкина кладовая», 150 г»; the kind names only the model. */
  bare: boolean;
  description: string;
}

/** A size: how the name ends, the net weight in kg, the usual price in roubles. */
export interface Size {
  ending: string;
  weight: number | null;
  price: number;
}

/** Lines that are kept and numbered together; `prefix` starts their article numbers. */
export interface Department {
  prefix: string;
  lines: readonly Line[];
}

export type Taste = string | readonly [name: string, level: number];

interface Details {
  unit?: UnitSymbol;
  brands?: readonly (BrandName | null)[];
  tastes?: readonly [Taste, ...Taste[]];
  sizes: readonly [Size, ...Size[]];
  take?: number;
  grouped?: boolean;
  byWeight?: boolean;
  bare?: boolean;
  about: string;
}

/** Declares a line; without brands the chain's cafes make it. */
export const line = (kind: string, details: Details): Line => ({
  kind,
  unit: details.unit ?? 'шт',
  brands: details.brands ?? [CAFE],
  tastes: (details.tastes ?? ['']).map(taste => (typeof taste === 'string' ? ([taste, 1] as const) : taste)),
  sizes: details.sizes,
  take: details.take ?? 100,
  grouped: details.grouped ?? true,
  byWeight: details.byWeight ?? false,
  bare: details.bare ?? false,
  description: details.about,
});

/** The name of a good: «Кофе зерновой «Бодрое утро» Бразилия, 250 г», «Латте с карамелью 0,3 л». */
export const nameOf = ({ kind, bare }: Line, brand: BrandName | null, taste: string, ending: string): string =>
  (bare ? branded(taste, brand) : `${branded(kind, brand)}${taste && ` ${taste}`}`) + ending;

/** The name of the model: «Кофе зерновой «Бодрое утро»», «Латте». */
export const modelNameOf = ({ kind }: Line, brand: BrandName | null): string => branded(kind, brand);

const branded = (what: string, brand: BrandName | null): string =>
  brand === null || brand === CAFE ? what : `${what} «${brand}»`;

const said = (value: number): string => String(value).replace('.', ',');
const grams = (kg: number): number => Math.round(kg * 1000) / 1000;

export const g = (net: number, price: number): Size => ({ ending: `, ${net} г`, weight: net / 1000, price });
export const kg = (net: number, price: number): Size => ({ ending: `, ${said(net)} кг`, weight: net, price });
/** Millilitres of something `density` kg to the litre. */
export const ml = (volume: number, price: number, density = 1): Size => ({
  ending: `, ${volume} мл`,
  weight: grams((volume / 1000) * density),
  price,
});
/** Litres of something `density` kg to the litre. */
export const l = (volume: number, price: number, density = 1): Size => ({
  ending: `, ${said(volume)} л`,
  weight: grams(volume * density),
  price,
});
/** A drink poured in the cafe, in litres: «Латте 0,3 л», «Эспрессо 30 мл». */
export const cup = (volume: number, price: number): Size => ({
  ending: volume < 0.1 ? ` ${volume * 1000} мл` : ` ${said(volume)} л`,
  weight: volume,
  price,
});
/** Something counted, `net` kg in all: «25 пакетиков», «50 шт». */
export const counted = (what: string, net: number, price: number): Size => ({
  ending: `, ${what}`,
  weight: net,
  price,
});
/** One piece that needs no size in its name, `net` kg. */
export const piece = (net: number, price: number): Size => ({ ending: '', weight: net, price });
