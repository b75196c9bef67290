import { z } from 'zod';
import type { DemoModel, DemoProduct } from './data.ts';
import usual from './lists/attributes.json' with { type: 'json' };
import { type Random, randomFrom } from './random.ts';

/** Values of attributes as the demonstration has them: those of references by name. */
export type DemoValues = Readonly<Record<string, unknown>>;

const Text = z.strictObject({ ru: z.string(), en: z.string() });
type Text = z.output<typeof Text>;
const Range = z.tuple([z.number(), z.number()]);

const { storage, departments, compositions } = z
  .strictObject({
    /** How goods are kept, by a name that departments refer to. */
    storage: z.record(z.string(), Text),
    /** What is usual for a department, by the start of its article numbers; what nobody eats has no entry. */
    departments: z.record(
      z.string(),
      z.strictObject({
        storage: z.string(),
        /** Days, from and to. */
        shelf: Range,
        /** Kilocalories in 100 g, from and to. */
        energy: Range.optional(),
        allergens: z.array(z.string()).optional(),
        countries: z.array(z.string()),
        /** The share that is vegetarian. */
        vegetarian: z.number(),
      }),
    ),
    /** By the word that a product's name starts with. */
    compositions: z.record(z.string(), Text),
  })
  .parse(usual);

const SEED = 462;
/** The demonstration's today. */
const TODAY = Date.UTC(2026, 10, 16);
const DAY = 86_400_000;

/** The attributes of products, by article number: as in real bases some are filled in and some not, drafts least. */
export const attributesOfProducts = (products: readonly DemoProduct[]): Map<string, DemoValues> => {
  const random = randomFrom(SEED);
  return new Map(products.map(product => [product.sku, draw(product, random)]));
};

const draw = ({ sku, name, status }: DemoProduct, random: Random): DemoValues => {
  const department = departments[sku.slice(0, 3)];
  // Drawn for every product alike, so that a change to one changes no other.
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
  const texts = ({ ru, en }: Text) => ({ ru, ...(hasEnglish && { en }) });
  const kept = storage[department.storage];
  return {
    ...(kept && { storage: texts(kept) }),
    shelf_life: within(department.shelf, shelf),
    country: department.countries[Math.floor(country * department.countries.length)],
    ...(composition && { composition: texts(composition) }),
    ...(department.energy && { energy: within(department.energy, energy) }),
    ...(department.allergens && { allergens: department.allergens }),
    ...(isVegetarian < department.vegetarian && { vegetarian: true }),
    ...(isDeclared && { declared_until: new Date(TODAY + days * DAY).toISOString().slice(0, 10) }),
  };
};

/** The attributes of models, by code. */
export const attributesOfModels = (models: readonly DemoModel[]): Map<string, DemoValues> => {
  const random = randomFrom(SEED + 1);
  return new Map(
    models.map(({ code, name }) => {
      const [hasTagline, isSeasonal] = [random.chance(0.5), random.chance(0.2)];
      const what = name.split(' «')[0] ?? name;
      const ru = isSeasonal ? `${what}: на один сезон` : `${what} на каждый день`;
      return [code, hasTagline ? { tagline: { ru } } : {}];
    }),
  );
};

const within = ([from, to]: readonly [number, number], share: number): number => Math.round(from + share * (to - from));
