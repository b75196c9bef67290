import { z } from 'zod';
import { brands, CAFE_BRAND, units } from './brands.ts';

const Size = z
  .union([
    z.strictObject({ g: z.number(), price: z.number() }),
    z.strictObject({ kg: z.number(), price: z.number() }),
    // `density` is in kg per litre.
    z.strictObject({ ml: z.number(), price: z.number(), density: z.number().default(1) }),
    z.strictObject({ l: z.number(), price: z.number(), density: z.number().default(1) }),
    z.strictObject({ cup: z.number(), price: z.number() }),
    // Several pieces, such as «25 пакетиков»; `net` is the total weight in kg.
    z.strictObject({ counted: z.string(), net: z.number(), price: z.number() }),
    z.strictObject({ loose: z.string(), price: z.number() }),
    z.strictObject({ piece: z.number(), price: z.number() }),
  ])
  .transform(size => ({ ...describeSize(size), price: size.price }));

/**
 * The suffix of product names in this size, the net weight in kg (null when sold loose), and the usual price in
 * roubles.
 */
export type Size = z.output<typeof Size>;

type SizeSpec =
  | { g: number }
  | { kg: number }
  | { ml: number; density: number }
  | { l: number; density: number }
  | { cup: number }
  | { counted: string; net: number }
  | { loose: string }
  | { piece: number };

const describeSize = (size: SizeSpec): { ending: string; weight: number | null } => {
  if ('g' in size) return { ending: `, ${size.g} г`, weight: size.g / 1000 };
  if ('kg' in size) return { ending: `, ${formatRussian(size.kg)} кг`, weight: size.kg };
  if ('ml' in size) return { ending: `, ${size.ml} мл`, weight: toGrams((size.ml / 1000) * size.density) };
  if ('l' in size) return { ending: `, ${formatRussian(size.l)} л`, weight: toGrams(size.l * size.density) };
  if ('cup' in size)
    return { ending: size.cup < 0.1 ? ` ${size.cup * 1000} мл` : ` ${formatRussian(size.cup)} л`, weight: size.cup };
  if ('counted' in size) return { ending: `, ${size.counted}`, weight: size.net };
  if ('loose' in size) return { ending: `, ${size.loose}`, weight: null };
  return { ending: '', weight: size.piece };
};

const formatRussian = (value: number): string => String(value).replace('.', ',');

export const toGrams = (kg: number): number => Math.round(kg * 1000) / 1000;

const createNameCheck = (list: readonly { name: string }[]) => (name: string) => list.some(item => item.name === name);
const Brand = z.string().refine(createNameCheck(brands), 'no such brand').nullable();
const Unit = z.string().refine(symbol => units.some(unit => unit.symbol === symbol), 'no such unit');
const LineTaste = z.union([z.string().transform(name => [name, 1] as const), z.tuple([z.string(), z.number()])]);

const DemoLine = z.strictObject({
  kind: z.string(),
  unit: Unit.default('шт'),
  brands: z.array(Brand).default([CAFE_BRAND]),
  /** The first taste is always stocked, so that no line is empty. */
  tastes: z.array(LineTaste).default([['', 1]]),
  sizes: z.array(Size).nonempty(),
  take: z.number().default(100),
  /**
   * Whether the variants of a brand form a model. Some lines do not, because real catalogues are never grouped
   * completely.
   */
  grouped: z.boolean().default(true),
  byWeight: z.boolean().default(false),
  /**
   * The name starts with the taste instead of the kind («Курага «Белкина кладовая», 150 г»); the kind names only the
   * model.
   */
  bare: z.boolean().default(false),
  about: z.string(),
});
export type DemoLine = z.output<typeof DemoLine>;

export const Department = z.strictObject({ prefix: z.string(), lines: z.array(DemoLine) });
export type Department = z.output<typeof Department>;

export const buildProductName = (
  { kind, bare }: DemoLine,
  brand: string | null,
  taste: string,
  ending: string,
): string => (bare ? appendBrand(taste, brand) : `${appendBrand(kind, brand)}${taste && ` ${taste}`}`) + ending;

export const buildModelName = ({ kind }: DemoLine, brand: string | null): string => appendBrand(kind, brand);

const appendBrand = (kind: string, brand: string | null): string =>
  brand === null || brand === CAFE_BRAND ? kind : `${kind} «${brand}»`;
