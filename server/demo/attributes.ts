import { z } from 'zod';
import type { DemoModel, DemoProduct } from './data.ts';
import usual from './lists/attributes.json' with { type: 'json' };
import { createRandom, type Random } from './random.ts';

/** Reference values are given by name, since their ids do not exist yet. */
export type DemoValues = Readonly<Record<string, unknown>>;

const TextChoices = z.strictObject({ ru: z.string(), en: z.string() });
type TextChoices = z.output<typeof TextChoices>;
const NumberRange = z.tuple([z.number(), z.number()]);

const {
  storage: storageConditions,
  departments,
  compositions,
} = z
  .strictObject({
    storage: z.record(z.string(), TextChoices),
    departments: z.record(
      z.string(),
      z.strictObject({
        storage: z.string(),
        shelf: NumberRange,
        energy: NumberRange.optional(),
        allergens: z.array(z.string()).optional(),
        countries: z.array(z.string()),
        vegetarian: z.number(),
      }),
    ),
    compositions: z.record(z.string(), TextChoices),
  })
  .parse(usual);

const SEED = 462;
/** The demo's fixed current date, so that its data never changes. */
const DEMO_DATE = Date.UTC(2026, 10, 16);
const DAY_MS = 86_400_000;

/**
 * Attributes of products by article number. Some are left empty, most of all in drafts, to look like a real database.
 */
export const drawProductAttributes = (products: readonly DemoProduct[]): Map<string, DemoValues> => {
  const random = createRandom(SEED);
  return new Map(products.map(product => [product.sku, drawValues(product, random)]));
};

const drawValues = ({ sku, name, status }: DemoProduct, random: Random): DemoValues => {
  const department = departments[sku.slice(0, 3)];
  // Every product draws all numbers, used or not, so that changing one product does not affect the others.
  const [isFilled, shelf, energy, country, isVegetarian, hasEnglish, isDeclared, days] = [
    random.chance(status === 'draft' ? 0.35 : 0.85),
    random.next(),
    random.next(),
    random.next(),
    random.next(),
    random.chance(0.6),
    random.chance(0.4),
    random.int(-20, 900),
  ];
  if (!department || !isFilled) return {};
  const composition = compositions[name.split(' ')[0] ?? ''];
  const buildTexts = ({ ru, en }: TextChoices) => ({ ru, ...(hasEnglish && { en }) });
  const storageValues = storageConditions[department.storage];
  return {
    ...(storageValues && { storage: buildTexts(storageValues) }),
    shelf_life: interpolate(department.shelf, shelf),
    country: department.countries[Math.floor(country * department.countries.length)],
    ...(composition && { composition: buildTexts(composition) }),
    ...(department.energy && { energy: interpolate(department.energy, energy) }),
    ...(department.allergens && { allergens: department.allergens }),
    ...(isVegetarian < department.vegetarian && { vegetarian: true }),
    ...(isDeclared && { declared_until: new Date(DEMO_DATE + days * DAY_MS).toISOString().slice(0, 10) }),
  };
};

export const drawModelAttributes = (models: readonly DemoModel[]): Map<string, DemoValues> => {
  const random = createRandom(SEED + 1);
  return new Map(
    models.map(({ code, name }) => {
      const [hasTagline, isSeasonal] = [random.chance(0.5), random.chance(0.2)];
      const productKind = name.split(' «')[0] ?? name;
      const ru = isSeasonal ? `${productKind}: на один сезон` : `${productKind} на каждый день`;
      return [code, hasTagline ? { tagline: { ru } } : {}];
    }),
  );
};

const interpolate = ([from, to]: readonly [number, number], share: number): number =>
  Math.round(from + share * (to - from));
